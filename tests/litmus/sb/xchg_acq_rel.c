// Store buffering with exchanges instead of stores.
//@ litmus: c=xchg(x,1) acq_rel; a=y acq | d=xchg(y,1) acq_rel; b=x acq
//@ asks: a=0 b=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: unsafe
//@ graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int c, a, d, b;

static void *thread1(void *unused) {
    c = atomic_exchange_explicit(&x, 1, memory_order_acq_rel);
    a = atomic_load_explicit(&y, memory_order_acquire);
    return unused;
}

static void *thread2(void *unused) {
    d = atomic_exchange_explicit(&y, 1, memory_order_acq_rel);
    b = atomic_load_explicit(&x, memory_order_acquire);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 0 && b == 0));
    return 0;
}
