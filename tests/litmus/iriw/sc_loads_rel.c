// Independent reads of independent writes: two readers see the writes in different orders.
//@ litmus: x=1 rel | y=1 rel | a=x sc; b=y sc | c=y sc; d=x sc
//@ asks: a=1 b=0 c=1 d=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: unsafe
//@ graphs: 16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c, d;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_release);
    return unused;
}

static void *thread3(void *unused) {
    a = atomic_load_explicit(&x, memory_order_seq_cst);
    b = atomic_load_explicit(&y, memory_order_seq_cst);
    return unused;
}

static void *thread4(void *unused) {
    c = atomic_load_explicit(&y, memory_order_seq_cst);
    d = atomic_load_explicit(&x, memory_order_seq_cst);
    return unused;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_create(&threads[2], 0, thread3, 0);
    pthread_create(&threads[3], 0, thread4, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    pthread_join(threads[2], 0);
    pthread_join(threads[3], 0);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
