// As producers_many_ok.c, but what is allowed is one less: it fails in the one order in which all additions come first. Nothing that is
// left out by property-driven steps may hide that.
//@ property: assert
//@ verdict: unsafe
//@ family: N=7
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
    raddle_check(total < (long)N << N); //~ FINDING check
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
