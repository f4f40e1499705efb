/* N threads increment a counter by a load and a store, which are not one step. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
atomic_int x;
static void *increment(void *p) {
    int v = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, v + 1, memory_order_relaxed);
    return p;
}
int main(void) {
    pthread_t t[N];
    for (int k = 0; k < N; k++)
        pthread_create(&t[k], 0, increment, 0);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    assert(x >= 1 && x <= N);
    return 0;
}
