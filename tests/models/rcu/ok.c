// Read-copy-update: the old version is reused when no reader can be at it.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ENTER
#define ENTER memory_order_seq_cst  // either the reader sees the new version, or the writer sees the reader
#endif
#ifndef READ
#define READ memory_order_acquire  // the version is complete
#endif
#ifndef LEAVE
#define LEAVE memory_order_release  // the version was read
#endif
#ifndef REPLACE
#define REPLACE memory_order_release  // the version is complete
#endif
#ifndef WAIT
#define WAIT memory_order_seq_cst  // the same as ENTER
#endif
#ifndef QUIET
#define QUIET memory_order_acquire  // the version was read
#endif

struct version {
    int value;
};

struct version old = {1}, new;
_Atomic(struct version *) current = &old;
atomic_int reading;

static void *reader(void *unused) {
    atomic_store_explicit(&reading, 1, memory_order_relaxed);
    atomic_thread_fence(ENTER);
    struct version *version = atomic_load_explicit(&current, READ);
    int value = version->value;
    assert(value == 1 || value == 2);
    atomic_store_explicit(&reading, 0, LEAVE);
    return unused;
}

static void *writer(void *unused) {
    new.value = 2;
    atomic_store_explicit(&current, &new, REPLACE);
    atomic_thread_fence(WAIT);
    while (atomic_load_explicit(&reading, QUIET)) {}
    old.value = 99;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, writer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
