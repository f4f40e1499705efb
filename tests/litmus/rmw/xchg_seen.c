// Of two exchanges and a store the second one is read: nothing forbids that.
//@ litmus: x=1 rel | a=x acq | b=xchg(x,2) rel | c=xchg(x,3) sc
//@ asks: a=2 b=3 c=0 x=1
//@ sc: unsafe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b, c;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_load_explicit(&x, memory_order_acquire);
    return unused;
}

static void *thread3(void *unused) {
    b = atomic_exchange_explicit(&x, 2, memory_order_release);
    return unused;
}

static void *thread4(void *unused) {
    c = atomic_exchange_explicit(&x, 3, memory_order_seq_cst);
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
    assert(!(a == 2 && b == 3 && c == 0 && atomic_load_explicit(&x, memory_order_relaxed) == 1));
    return 0;
}
