// Sequence lock: a reader takes values only if no writer was at work meanwhile.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef BEGIN
#define BEGIN memory_order_release  // no value is seen before the number is odd
#endif
#ifndef END
#define END memory_order_release  // values are seen with the even number
#endif
#ifndef FIRST
#define FIRST memory_order_acquire  // values are not older than the number
#endif
#ifndef AGAIN
#define AGAIN memory_order_acquire  // the number is not older than the values
#endif

atomic_int number, left, right;

static void *writer(void *unused) {
    int n = atomic_load_explicit(&number, memory_order_relaxed);
    atomic_store_explicit(&number, n + 1, memory_order_relaxed);
    atomic_thread_fence(BEGIN);
    atomic_store_explicit(&left, 1, memory_order_relaxed);
    atomic_store_explicit(&right, 1, memory_order_relaxed);
    atomic_store_explicit(&number, n + 2, END);
    return unused;
}

static void *reader(void *unused) {
    int before = atomic_load_explicit(&number, FIRST);
    int l = atomic_load_explicit(&left, memory_order_relaxed);
    int r = atomic_load_explicit(&right, memory_order_relaxed);
    atomic_thread_fence(AGAIN);
    int after = atomic_load_explicit(&number, memory_order_relaxed);
    if (before == after && before % 2 == 0)
        assert(l == r);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
