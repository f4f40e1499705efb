// Store buffering in a ring of three threads.
//@ litmus: x=1 rlx; a=y rlx | y=1 rlx; b=z rlx | z=1 rlx; c=x rlx
//@ asks: a=0 b=0 c=0
//@ sc: safe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 8
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
int a, b, c;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&z, memory_order_relaxed);
    return unused;
}

static void *thread3(void *unused) {
    atomic_store_explicit(&z, 1, memory_order_relaxed);
    c = atomic_load_explicit(&x, memory_order_relaxed);
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
    assert(!(a == 0 && b == 0 && c == 0));
    return 0;
}
