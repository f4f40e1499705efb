// MCS lock: a queue of waiting threads, each of which spins on a flag of its own.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ENTER
#define ENTER memory_order_acq_rel  // sees what the last owner did when nobody waits
#endif
#ifndef LINK
#define LINK memory_order_release  // the waiting flag is set before the node is seen
#endif
#ifndef WAIT
#define WAIT memory_order_acquire  // sees what the last owner did
#endif
#ifndef LEAVE
#define LEAVE memory_order_release  // hands on what the owner did when nobody waits
#endif
#ifndef HAND
#define HAND memory_order_release  // hands on what the owner did
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int waiting;
};

_Atomic(struct node *) tail;
struct node nodes[2];
int counter;

static void lock(struct node *me) {
    atomic_store_explicit(&me->next, 0, memory_order_relaxed);
    atomic_store_explicit(&me->waiting, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, me, ENTER);
    if (before) {
        atomic_store_explicit(&before->next, me, LINK);
        while (atomic_load_explicit(&me->waiting, WAIT)) {}
    }
}

static void unlock(struct node *me) {
    struct node *next = atomic_load_explicit(&me->next, memory_order_acquire);
    if (!next) {
        struct node *last = me;
        if (atomic_compare_exchange_strong_explicit(&tail, &last, 0, LEAVE, memory_order_relaxed))
            return;
        while (!(next = atomic_load_explicit(&me->next, memory_order_acquire))) {}
    }
    atomic_store_explicit(&next->waiting, 0, HAND);
}

static void *worker(void *me) {
    lock(me);
    counter++;
    unlock(me);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &nodes[0]);
    pthread_create(&b, 0, worker, &nodes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
