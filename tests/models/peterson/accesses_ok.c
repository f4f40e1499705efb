// Peterson's lock with seq_cst accesses.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WANT
#define WANT memory_order_seq_cst  // before giving way
#endif
#ifndef GIVE_WAY
#define GIVE_WAY memory_order_seq_cst  // before looking
#endif
#ifndef LOOK
#define LOOK memory_order_seq_cst  // behind giving way
#endif
#ifndef TURN
#define TURN memory_order_seq_cst  // the same
#endif
#ifndef LEAVE
#define LEAVE memory_order_release  // hands on what was done inside
#endif

atomic_int wants[2], turn;
int inside;

static void *worker(void *argument) {
    int me = argument != 0;
    atomic_store_explicit(&wants[me], 1, WANT);
    atomic_store_explicit(&turn, !me, GIVE_WAY);
    while (atomic_load_explicit(&wants[!me], LOOK) && atomic_load_explicit(&turn, TURN) == !me) {}
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&wants[me], 0, LEAVE);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, &inside);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
