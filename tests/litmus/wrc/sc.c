// Write-to-read causality: what another thread has seen and told of is not seen.
//@ litmus: x=1 sc | a=x sc; y=1 sc | b=y sc; c=x sc
//@ asks: a=1 b=1 c=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 7
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_load_explicit(&x, memory_order_seq_cst);
    atomic_store_explicit(&y, 1, memory_order_seq_cst);
    return unused;
}

static void *thread3(void *unused) {
    b = atomic_load_explicit(&y, memory_order_seq_cst);
    c = atomic_load_explicit(&x, memory_order_seq_cst);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_create(&threads[2], 0, thread3, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    pthread_join(threads[2], 0);
    assert(!(a == 1 && b == 1 && c == 0));
    return 0;
}
