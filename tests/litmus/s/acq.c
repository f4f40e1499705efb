// S: the second store to x comes first, although its thread has seen the flag.
//@ litmus: x=2 rlx; y=1 rlx | a=y acq; x=1 rlx
//@ asks: a=1 x=2
//@ sc: safe
//@ tso: safe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_load_explicit(&y, memory_order_acquire);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 1 && atomic_load_explicit(&x, memory_order_relaxed) == 2));
    return 0;
}
