// N threads add under one lock: the orders of their sections are all graphs.
//@ verdict: safe
//@ flags: --memory-model c11
//@ family: N=1..4
//@ runs: 1 2 6 24
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int at = 0; at < N; at++)
        pthread_create(&threads[at], 0, add, 0);
    for (int at = 0; at < N; at++)
        pthread_join(threads[at], 0);
    assert(counter == N);
    return 0;
}
