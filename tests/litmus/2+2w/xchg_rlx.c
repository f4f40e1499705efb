// 2+2W with exchanges: reading and program order would make a circle.
//@ litmus: a=xchg(x,1) rlx; b=xchg(y,2) rlx | c=xchg(y,1) rlx; d=xchg(x,2) rlx
//@ asks: x=1 y=1
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c, d;

static void *thread1(void *unused) {
    a = atomic_exchange_explicit(&x, 1, memory_order_relaxed);
    b = atomic_exchange_explicit(&y, 2, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    c = atomic_exchange_explicit(&y, 1, memory_order_relaxed);
    d = atomic_exchange_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(atomic_load_explicit(&x, memory_order_relaxed) == 1 && atomic_load_explicit(&y, memory_order_relaxed) == 1));
    return 0;
}
