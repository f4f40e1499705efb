// Message passing with a message that is not atomic, read once the flag is seen.
//@ litmus: p=1; y=1 rel | a=y acq; if a==1 { b=p }
//@ asks: a=1 b=0
//@ sc: safe
//@ tso: safe
//@ pso: safe
//@ c11: safe
//@ graphs: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int y;
int p;
int a, b;

static void *thread1(void *unused) {
    p = 1;
    atomic_store_explicit(&y, 1, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_load_explicit(&y, memory_order_acquire);
    if (a == 1) {
        b = p;
    }
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
