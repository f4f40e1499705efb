// Once: a flag that is checked without the lock and again under it.
//@ sc: safe
//@ c11: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef DONE
#define DONE memory_order_release  // everything is set up when the flag is seen
#endif
#ifndef CHECK
#define CHECK memory_order_acquire  // sees what was set up
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int done;
int value;

static void *worker(void *unused) {
    if (!atomic_load_explicit(&done, CHECK)) {
        pthread_mutex_lock(&m);
        if (!atomic_load_explicit(&done, memory_order_relaxed)) {
            value = 7;
            atomic_store_explicit(&done, 1, DONE);
        }
        pthread_mutex_unlock(&m);
    }
    assert(value == 7);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
