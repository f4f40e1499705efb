// Write-to-read causality of plain data, read only when it was told of.
//@ litmus: p=1; x=1 rel | a=x rlx; if a==1 { y=1 rel } | b=y acq; if b==1 { c=p }
//@ asks: b=1 c=0
//@ sc: unsafe
//@ tso: unsafe
//@ pso: unsafe
//@ c11: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int p;
int a, b, c;

static void *thread1(void *unused) {
    p = 1;
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *thread2(void *unused) {
    a = atomic_load_explicit(&x, memory_order_relaxed);
    if (a == 1) {
        atomic_store_explicit(&y, 1, memory_order_release);
    }
    return unused;
}

static void *thread3(void *unused) {
    b = atomic_load_explicit(&y, memory_order_acquire);
    if (b == 1) {
        c = p;
    }
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
    assert(!(b == 1 && c == 0));
    return 0;
}
