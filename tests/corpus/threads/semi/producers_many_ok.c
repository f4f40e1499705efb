// N threads add one and N threads double, each once; whoever looks last sees at most N * 2^N. The number of orders grows so fast that the usual
// search does not come to its end. That additions come first is the worst order, which property-driven steps find out: one run is enough.
//@ property: assert
//@ verdict: safe
//@ family: N=10
//@ states: <= 40
//@ time: 60
#include <pthread.h>
#include <raddle.h>

long total;

static void *add(void *argument)
{
    raddle_atomic_begin();
    total = total + 1;
    raddle_atomic_end();
    return argument;
}

static void *twice(void *argument)
{
    raddle_atomic_begin();
    total = total * 2;
    raddle_atomic_end();
    return argument;
}

static void *look(void *argument)
{
    raddle_atomic_begin();
    raddle_check(total <= (long)N << N);
    raddle_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t id;
    raddle_atomic_begin();
    for (long k = 0; k < N; k++)
        pthread_create(&id, 0, add, 0);
    for (long k = 0; k < N; k++)
        pthread_create(&id, 0, twice, 0);
    pthread_create(&id, 0, look, 0);
    pthread_exit(0);
}
