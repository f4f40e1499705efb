// Barrier: who arrives last lets the others go on.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ARRIVE
#define ARRIVE memory_order_acq_rel  // all that was done before is handed on, and the last one sees it
#endif
#ifndef OPEN
#define OPEN memory_order_release  // hands it on to the others
#endif
#ifndef WAIT
#define WAIT memory_order_acquire  // sees it
#endif

atomic_int missing = 2, open;
int before[2];

static void *worker(void *argument) {
    int me = argument != 0;
    before[me] = 1;
    if (atomic_fetch_sub_explicit(&missing, 1, ARRIVE) == 1)
        atomic_store_explicit(&open, 1, OPEN);
    else
        while (!atomic_load_explicit(&open, WAIT)) {}
    assert(before[!me] == 1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, &open);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
