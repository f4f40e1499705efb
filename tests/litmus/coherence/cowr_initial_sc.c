// CoWR: a thread sees what was there before its own store.
//@ litmus: x=1 sc; a=x sc
//@ asks: a=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    a = atomic_load_explicit(&x, memory_order_seq_cst);
    return unused;
}

int main(void) {
    pthread_t threads[1];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_join(threads[0], 0);
    assert(!(a == 0));
    return 0;
}
