// R: the second store to y wins, and its thread does not see what was stored before the first.
//@ litmus: x=1 rel; y=1 rel | y=2 rel; a=x acq
//@ asks: y=2 a=0
//@ sc: safe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_release);
    atomic_store_explicit(&y, 1, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&y, 2, memory_order_release);
    a = atomic_load_explicit(&x, memory_order_acquire);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 0 && atomic_load_explicit(&y, memory_order_relaxed) == 2));
    return 0;
}
