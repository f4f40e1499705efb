// Message passing under locks.
//@ litmus: lock m; x=1 rlx; y=1 rlx; unlock m | lock m; a=y rlx; b=x rlx; unlock m
//@ asks: a=1 b=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b;

static void *thread1(void *unused) {
    pthread_mutex_lock(&m);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *thread2(void *unused) {
    pthread_mutex_lock(&m);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(a == 1 && b == 0));
    return 0;
}
