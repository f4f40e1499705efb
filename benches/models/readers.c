/* One writer, N readers: each sees the old or the new value. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
atomic_int x;
static void *reader(void *p) {
    int v = atomic_load_explicit(&x, ORDER);
    assert(v == 0 || v == 1);
    return p;
}
int main(void) {
    pthread_t t[N];
    for (int k = 0; k < N; k++)
        pthread_create(&t[k], 0, reader, 0);
    atomic_store_explicit(&x, 1, ORDER);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    return 0;
}
