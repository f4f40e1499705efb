// Message passing with an exchange that sets the flag.
//@ litmus: x=1 rlx; c=xchg(y,1) rlx | a=y rlx; b=x rlx
//@ asks: a=1 b=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: unsafe
//@ graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int c, a, b;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    c = atomic_exchange_explicit(&y, 1, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_load_explicit(&y, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 1 && b == 0));
    return 0;
}
