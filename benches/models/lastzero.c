/* One thread scans an array downwards for a zero; N others set a[k] = a[k - 1] + 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 5
#endif
#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif
atomic_int a[N + 1];
static void *scan(void *p) {
    int i = N;
    while (i > 0 && atomic_load_explicit(&a[i], ORDER) != 0)
        i--;
    assert(i >= 0);
    return p;
}
static void *bump(void *p) {
    long k = (long)p;
    int v = atomic_load_explicit(&a[k - 1], ORDER);
    atomic_store_explicit(&a[k], v + 1, ORDER);
    return 0;
}
int main(void) {
    pthread_t t[N + 1];
    pthread_create(&t[0], 0, scan, 0);
    for (long k = 1; k <= N; k++)
        pthread_create(&t[k], 0, bump, (void *)k);
    for (int k = 0; k <= N; k++)
        pthread_join(t[k], 0);
    return 0;
}
