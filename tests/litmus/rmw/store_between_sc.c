// A store falls between the two halves of an addition.
//@ litmus: a=add(x,1) sc | x=5 sc
//@ asks: a=0 x=1
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a;

static void *thread1(void *unused) {
    a = atomic_fetch_add_explicit(&x, 1, memory_order_seq_cst);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&x, 5, memory_order_seq_cst);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 0 && atomic_load_explicit(&x, memory_order_relaxed) == 1));
    return 0;
}
