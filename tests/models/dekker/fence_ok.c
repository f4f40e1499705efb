// Dekker's entry with full fences: a thread says that it wants to enter, and enters if the other does not.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef BETWEEN
#define BETWEEN memory_order_seq_cst  // one of the two sees the other
#endif
#ifndef LOOK
#define LOOK memory_order_acquire  // sees what the other did inside
#endif
#ifndef LEAVE
#define LEAVE memory_order_release  // hands on what was done inside
#endif

atomic_int wants[2];
int inside;

static void *worker(void *argument) {
    int me = argument != 0;
    atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
    atomic_thread_fence(BETWEEN);
    if (!atomic_load_explicit(&wants[!me], LOOK)) {
        inside++;
        assert(inside == 1);
        inside--;
    }
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
