// Peterson's lock with full fences between all steps.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WANT
#define WANT memory_order_relaxed  // ordered by a fence
#endif
#ifndef FIRST
#define FIRST memory_order_seq_cst  // to want is seen before to give way
#endif
#ifndef SECOND
#define SECOND memory_order_seq_cst  // one of the two sees the other
#endif
#ifndef LOOK
#define LOOK memory_order_acquire  // sees what the other did inside
#endif
#ifndef LEAVE
#define LEAVE memory_order_release  // hands on what was done inside
#endif

atomic_int wants[2], turn;
int inside;

static void *worker(void *argument) {
    int me = argument != 0;
    atomic_store_explicit(&wants[me], 1, WANT);
    atomic_thread_fence(FIRST);
    atomic_store_explicit(&turn, !me, memory_order_relaxed);
    atomic_thread_fence(SECOND);
    while (atomic_load_explicit(&wants[!me], LOOK) && atomic_load_explicit(&turn, memory_order_acquire) == !me) {}
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
