// CoRW: a thread reads what it writes itself afterwards.
//@ litmus: a=x acq; x=1 rel | b=x rlx
//@ asks: a=1
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
    a = atomic_load_explicit(&x, memory_order_acquire);
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 1));
    return 0;
}
