// Store buffering under locks.
//@ litmus: lock m; x=1 rlx; a=y rlx; unlock m | lock n; y=1 rlx; b=x rlx; unlock n
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
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
int a, b;

static void *thread1(void *unused) {
    pthread_mutex_lock(&m);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *thread2(void *unused) {
    pthread_mutex_lock(&n);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_mutex_unlock(&n);
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
