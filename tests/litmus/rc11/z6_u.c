// Z6.U: an access that is not seq_cst lies between two that are.
//@ litmus: x=1 sc; y=1 rel | a=add(y,1) sc; b=y rlx | y=3 sc; c=x sc
//@ asks: a=1 b=3 c=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: unsafe
//@ graphs: 24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    atomic_store_explicit(&y, 1, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_fetch_add_explicit(&y, 1, memory_order_seq_cst);
    b = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *thread3(void *unused) {
    atomic_store_explicit(&y, 3, memory_order_seq_cst);
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
    assert(!(a == 1 && b == 3 && c == 0));
    return 0;
}
