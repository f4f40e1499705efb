// Two compare-and-exchanges from the same value succeed.
//@ litmus: a=cas(x,0,1) sc sc | b=cas(x,0,2) sc sc
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
    a = 0; atomic_compare_exchange_strong_explicit(&x, &a, 1, memory_order_seq_cst, memory_order_seq_cst);
    return unused;
}

static void *thread2(void *unused) {
    b = 0; atomic_compare_exchange_strong_explicit(&x, &b, 2, memory_order_seq_cst, memory_order_seq_cst);
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
