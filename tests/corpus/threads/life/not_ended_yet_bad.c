// A thread that has done its last may not have ended yet: an attempt to join it is refused then.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor full
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[full] flags: --reduce=dpor --summaries=on
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int finished;

static void *work(void *unused) {
    atomic_store(&finished, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (atomic_load(&finished) == 1) {
        int refused = pthread_tryjoin_np(thread, NULL);
        assert(refused == 0);  //~ FINDING assertion
        if (!refused)
            return 0;
    }
    pthread_join(thread, NULL);
    return 0;
}
