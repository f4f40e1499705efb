// Load buffering where the stores depend on what was read.
//@ litmus: a=x rlx; if a==1 { y=1 rlx } | b=y rlx; if b==1 { x=1 rlx }
//@ asks: a=1 b=1
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread1(void *unused) {
    a = atomic_load_explicit(&x, memory_order_relaxed);
    if (a == 1) {
        atomic_store_explicit(&y, 1, memory_order_relaxed);
    }
    return unused;
}

static void *thread2(void *unused) {
    b = atomic_load_explicit(&y, memory_order_relaxed);
    if (b == 1) {
        atomic_store_explicit(&x, 1, memory_order_relaxed);
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 1 && b == 1));
    return 0;
}
