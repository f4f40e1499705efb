// Main returns at once, but the other thread may be faster than the end of the process.
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
    return 0;
}
