// Read-to-write causality: one thread sees x and not y, the writer of y does not see x.
//@ litmus: x=1 rel | a=x acq; b=y acq | y=1 rel; c=x acq
//@ asks: a=1 b=0 c=0
//@ sc: safe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 8
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_load_explicit(&x, memory_order_acquire);
    b = atomic_load_explicit(&y, memory_order_acquire);
    return unused;
}

static void *thread3(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_release);
    c = atomic_load_explicit(&x, memory_order_acquire);
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
    assert(!(a == 1 && b == 0 && c == 0));
    return 0;
}
