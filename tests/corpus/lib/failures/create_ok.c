// Without another thread the work is done here.
//@ flags: --calls-may-fail
//@ verdict: safe
//@ revisions: plain none
//@[none] flags: --reduce none --summaries off
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int done;

static void *work(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    int code = pthread_create(&thread, NULL, work, NULL);
    if (code == 0) {
        pthread_join(thread, NULL);
    } else {
        assert(code == EAGAIN);
        work(NULL);
    }
    assert(done);
    return 0;
}
