// CoWW: the first of two stores of a thread wins.
//@ litmus: x=1 rel; x=2 rel | a=x rlx
//@ asks: x=1
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_release);
    atomic_store_explicit(&x, 2, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(atomic_load_explicit(&x, memory_order_relaxed) == 1));
    return 0;
}
