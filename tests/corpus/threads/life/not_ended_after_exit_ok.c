// A thread that calls pthread_exit may have ended, or not, when it is waited for no longer than now.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor full
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[full] flags: --reduce=dpor --summaries=on
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

atomic_int finished;

static void *work(void *unused) {
    atomic_store(&finished, 1);
    pthread_exit(unused);
}

int main(void) {
    pthread_t thread;
    struct timespec now = {0, 0};
    pthread_create(&thread, NULL, work, NULL);
    if (atomic_load(&finished) == 1) {
        int late = pthread_timedjoin_np(thread, NULL, &now);
        assert(late == 0 || late == ETIMEDOUT);
        if (!late)
            return 0;
    }
    pthread_join(thread, NULL);
    return 0;
}
