// Main ends by pthread_exit: the other thread goes on, and its assertion fails.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static void *work(void *unused)
{
    assert(unused != 0); //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_exit(0);
}
