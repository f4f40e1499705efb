// A popped handler is called by pop if asked to, and not by the exit that follows.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int called;

static void handler(void *unused)
{
    called++;
    (void)unused;
}

static void *work(void *unused)
{
    pthread_cleanup_push(handler, 0);
    pthread_cleanup_push(handler, 0);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    pthread_exit(unused);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(called == 1);
    return 0;
}
