// Two exchanges get the same value.
//@ litmus: a=xchg(x,1) sc | b=xchg(x,2) sc
//@ asks: a=0 b=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b;

static void *thread1(void *unused) {
    a = atomic_exchange_explicit(&x, 1, memory_order_seq_cst);
    return unused;
}

static void *thread2(void *unused) {
    b = atomic_exchange_explicit(&x, 2, memory_order_seq_cst);
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
