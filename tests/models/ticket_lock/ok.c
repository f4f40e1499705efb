// Ticket lock: threads are served in the order in which they drew numbers.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WAIT
#define WAIT memory_order_acquire  // sees what the last owner did
#endif
#ifndef SERVE
#define SERVE memory_order_release  // hands on what the owner did
#endif

atomic_int next_ticket, serving;
int counter;

static void *worker(void *unused) {
    int ticket = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, WAIT) != ticket) {}
    counter++;
    atomic_store_explicit(&serving, ticket + 1, SERVE);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
