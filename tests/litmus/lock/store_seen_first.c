// Two sections in either order, and a store beside them that the second thread sees or not.
//@ litmus: lock m; y=1 rlx; unlock m | lock m; a=x rlx; b=y rlx; unlock m | x=3 rlx
//@ asks: a=3 b=0
//@ sc: unsafe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
//@ graphs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int y, x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b;

static void *thread1(void *unused) {
    pthread_mutex_lock(&m);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *thread2(void *unused) {
    pthread_mutex_lock(&m);
    a = atomic_load_explicit(&x, memory_order_relaxed);
    b = atomic_load_explicit(&y, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *thread3(void *unused) {
    atomic_store_explicit(&x, 3, memory_order_relaxed);
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
    assert(!(a == 3 && b == 0));
    return 0;
}
