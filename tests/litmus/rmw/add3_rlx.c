// Three additions of which one is lost.
//@ litmus: a=add(x,1) rlx | b=add(x,1) rlx | c=add(x,1) rlx
//@ asks: x=2
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b, c;

static void *thread1(void *unused) {
    a = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *thread2(void *unused) {
    b = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *thread3(void *unused) {
    c = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
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
    assert(!(atomic_load_explicit(&x, memory_order_relaxed) == 2));
    return 0;
}
