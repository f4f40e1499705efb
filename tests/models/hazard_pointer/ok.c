// Hazard pointers: who reads a node says so first, and who replaces it looks before it reuses it.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PROTECT
#define PROTECT memory_order_seq_cst  // either the reader sees the new node, or the writer sees the hazard
#endif
#ifndef RELEASE
#define RELEASE memory_order_release  // the node was read
#endif
#ifndef REPLACE
#define REPLACE memory_order_acq_rel  // the node is complete
#endif
#ifndef SCAN
#define SCAN memory_order_seq_cst  // the same as PROTECT
#endif
#ifndef HAZARD
#define HAZARD memory_order_acquire  // the node was read
#endif

struct node {
    int value;
};

struct node old = {1}, new;
_Atomic(struct node *) shared = &old;
_Atomic(struct node *) hazard;

static void *reader(void *unused) {
    struct node *node = atomic_load_explicit(&shared, memory_order_relaxed);
    atomic_store_explicit(&hazard, node, memory_order_relaxed);
    atomic_thread_fence(PROTECT);
    if (atomic_load_explicit(&shared, memory_order_relaxed) == node) {
        int value = node->value;
        assert(value == 1 || value == 2);
    }
    atomic_store_explicit(&hazard, 0, RELEASE);
    return unused;
}

static void *writer(void *unused) {
    new.value = 2;
    struct node *replaced = atomic_exchange_explicit(&shared, &new, REPLACE);
    atomic_thread_fence(SCAN);
    if (atomic_load_explicit(&hazard, HAZARD) != replaced)
        replaced->value = 99;
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
