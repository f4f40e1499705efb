/* Two threads add each other's counter to their own N times. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif
atomic_int i = 1, j = 1;
static void *left(void *p) {
    for (int k = 0; k < N; k++) {
        int own = atomic_load_explicit(&i, ORDER);
        int other = atomic_load_explicit(&j, ORDER);
        atomic_store_explicit(&i, own + other, ORDER);
    }
    return p;
}
static void *right(void *p) {
    for (int k = 0; k < N; k++) {
        int own = atomic_load_explicit(&j, ORDER);
        int other = atomic_load_explicit(&i, ORDER);
        atomic_store_explicit(&j, own + other, ORDER);
    }
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i >= 1 && j >= 1);
    return 0;
}
