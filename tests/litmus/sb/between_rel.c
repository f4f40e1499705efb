// Store buffering with an addition to a third location as a fence.
//@ litmus: x=1 rlx; c=add(z,0) rel; a=y rlx | y=1 rlx; d=add(z,0) rel; b=x rlx
//@ asks: a=0 b=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: unsafe
//@ graphs: 8
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, z, y;
int c, a, d, b;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    c = atomic_fetch_add_explicit(&z, 0, memory_order_release);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    d = atomic_fetch_add_explicit(&z, 0, memory_order_release);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 0 && b == 0));
    return 0;
}
