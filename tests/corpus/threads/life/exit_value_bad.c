// Code behind pthread_exit is not executed.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int finished;

static void *work(void *unused)
{
    pthread_exit(unused);
    finished = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(finished); //~ FINDING assertion
    return 0;
}
