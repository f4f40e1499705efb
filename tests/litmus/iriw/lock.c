// Independent reads of independent writes, each in a section of one lock.
//@ litmus: lock m; x=1 rlx; unlock m | lock m; y=1 rlx; unlock m | lock m; a=x rlx; unlock m; lock m; b=y rlx; unlock m | lock m; c=y rlx; d=x rlx; unlock m
//@ asks: a=1 b=0 c=1 d=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 60
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b, c, d;

static void *thread1(void *unused) {
    pthread_mutex_lock(&m);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *thread2(void *unused) {
    pthread_mutex_lock(&m);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *thread3(void *unused) {
    pthread_mutex_lock(&m);
    a = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    b = atomic_load_explicit(&y, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *thread4(void *unused) {
    pthread_mutex_lock(&m);
    c = atomic_load_explicit(&y, memory_order_relaxed);
    d = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], 0, thread1, 0);
    pthread_create(&threads[1], 0, thread2, 0);
    pthread_create(&threads[2], 0, thread3, 0);
    pthread_create(&threads[3], 0, thread4, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    pthread_join(threads[2], 0);
    pthread_join(threads[3], 0);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
