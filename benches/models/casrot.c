/* Thread k of N replaces k by k + 1, if that is what it finds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
atomic_int x;
static void *rotate(void *p) {
    int k = (int)(long)p;
    int expected = k;
    atomic_compare_exchange_strong_explicit(&x, &expected, k + 1, memory_order_relaxed, memory_order_relaxed);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long k = 0; k < N; k++)
        pthread_create(&t[k], 0, rotate, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    assert(x >= 1 && x <= N);
    return 0;
}
