// Store buffering with fences that are not the same.
//@ litmus: x=1 rlx; fence sc; a=y rlx | y=1 rlx; fence rel; b=x rlx
//@ asks: a=0 b=0
//@ sc: safe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
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
