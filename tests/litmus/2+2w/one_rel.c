// 2+2W: in each location the store that its thread made first wins.
//@ litmus: x=1 rlx; y=2 rel | y=1 rlx; x=2 rlx
//@ asks: x=1 y=1
//@ sc: safe
//@ tso: safe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(atomic_load_explicit(&x, memory_order_relaxed) == 1 && atomic_load_explicit(&y, memory_order_relaxed) == 1));
    return 0;
}
