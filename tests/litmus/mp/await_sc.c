// Message passing with a wait for the flag.
//@ litmus: x=1 rlx; y=1 sc | await y==1 sc; b=x rlx
//@ asks: b=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int b;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_seq_cst);
    return unused;
}

static void *thread2(void *unused) {
    while (atomic_load_explicit(&y, memory_order_seq_cst) != 1) {}
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(b == 0));
    return 0;
}
