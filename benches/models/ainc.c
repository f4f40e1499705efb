/* N threads add 1 to a counter: N! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
atomic_int x;
static void *add(void *p) {
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return p;
}
int main(void) {
    pthread_t t[N];
    for (int k = 0; k < N; k++)
        pthread_create(&t[k], 0, add, 0);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    assert(x == N);
    return 0;
}
