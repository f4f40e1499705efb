// CoRW: a thread overwrites what it read, and what it read wins.
//@ litmus: a=x rlx; x=1 rlx | x=2 rlx
//@ asks: a=2 x=2
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a;

static void *thread1(void *unused) {
    a = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 2 && atomic_load_explicit(&x, memory_order_relaxed) == 2));
    return 0;
}
