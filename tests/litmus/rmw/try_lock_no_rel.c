// A spin lock made of an exchange protects plain data.
//@ litmus: a=xchg(x,1) acq; if a==0 { p=1; x=0 rlx } | b=xchg(x,1) acq; if b==0 { c=p; p=2; x=0 rlx }
//@ asks: c=3
//@ sc: unsafe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int p;
int a, b, c;

static void *thread1(void *unused) {
    a = atomic_exchange_explicit(&x, 1, memory_order_acquire);
    if (a == 0) {
        p = 1;
        atomic_store_explicit(&x, 0, memory_order_relaxed);
    }
    return unused;
}

static void *thread2(void *unused) {
    b = atomic_exchange_explicit(&x, 1, memory_order_acquire);
    if (b == 0) {
        c = p;
        p = 2;
        atomic_store_explicit(&x, 0, memory_order_relaxed);
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(c == 3));
    return 0;
}
