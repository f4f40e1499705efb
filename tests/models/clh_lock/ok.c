// CLH lock: each thread waits for the flag of the one before it in an implicit queue.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ENTER
#define ENTER memory_order_acq_rel  // the own flag is set before the node is seen, and the flag before it is up to date
#endif
#ifndef WAIT
#define WAIT memory_order_acquire  // sees what the last owner did
#endif
#ifndef LEAVE
#define LEAVE memory_order_release  // hands on what the owner did
#endif

struct node {
    atomic_int busy;
};

struct node first, nodes[2];
_Atomic(struct node *) tail = &first;
int counter;

static void *worker(void *argument) {
    struct node *me = argument;
    atomic_store_explicit(&me->busy, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, me, ENTER);
    while (atomic_load_explicit(&before->busy, WAIT)) {}
    counter++;
    atomic_store_explicit(&me->busy, 0, LEAVE);
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
