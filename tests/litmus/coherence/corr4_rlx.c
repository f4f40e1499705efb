// CoRR by two readers of two writers: they disagree on the order of the stores.
//@ litmus: x=1 rlx | x=2 rlx | a=x rlx; b=x rlx | c=x rlx; d=x rlx
//@ asks: a=1 b=2 c=2 d=1
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 72
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b, c, d;

static void *thread1(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

static void *thread3(void *unused) {
    a = atomic_load_explicit(&x, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

static void *thread4(void *unused) {
    c = atomic_load_explicit(&x, memory_order_relaxed);
    d = atomic_load_explicit(&x, memory_order_relaxed);
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
    assert(!(a == 1 && b == 2 && c == 2 && d == 1));
    return 0;
}
