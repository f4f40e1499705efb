// A load and a store are no addition: one of two is lost.
//@ litmus: a=x rlx; x=a+1 rlx | b=x rlx; x=b+1 rlx
//@ asks: x=1
//@ sc: unsafe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b;

static void *thread1(void *unused) {
    a = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, a+1, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    b = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, b+1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(atomic_load_explicit(&x, memory_order_relaxed) == 1));
    return 0;
}
