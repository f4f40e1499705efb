// Store buffering with additions of 0 instead of loads.
//@ litmus: x=1 rlx; a=add(y,0) sc | y=1 rlx; b=add(x,0) sc
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
int a, b;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_fetch_add_explicit(&y, 0, memory_order_seq_cst);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_fetch_add_explicit(&x, 0, memory_order_seq_cst);
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
