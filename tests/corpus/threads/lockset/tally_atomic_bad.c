// Four threads count a thousand times each, atomically, and the sum is not what the assertion says.
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#ifndef N
#define N 1000
#endif
#define THREADS (N > 2 ? 4 : 2)

static atomic_int count;
static int bytes;
static atomic_long total = 7;

static void *work(void *unused)
{
    for (int i = 0; i < N; i++) {
        count++;
        atomic_fetch_add(&total, 3);
        __sync_fetch_and_sub(&bytes, 2);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    printf("%d\n", count);
    assert(count == THREADS * N);
    assert(atomic_load(&total) == 3 * THREADS * N + 8); //~ FINDING assertion
    assert(bytes == -2 * THREADS * N);
    return 0;
}
