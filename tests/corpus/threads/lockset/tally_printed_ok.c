// Three threads count to a thousand each under a lock, and the sum is printed and compared: nothing has to be explored.
//@ verdict: safe
//@ states: <= 3
//@ counter.pruned_by_locksets: 1
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifndef N
#define N 1000
#endif
enum { THREADS = 3, ROUNDS = N };

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, count, NULL))
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("counter = %d, expected %d\n", counter, THREADS * ROUNDS);
    assert(counter == THREADS * ROUNDS);
    return 0;
}
