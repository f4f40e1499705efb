// Sleeping long enough is not waiting.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int ready;

static void *work(void *unused)
{
    ready = 1; //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    sleep(5);
    assert(ready); //~ FINDING assertion
    pthread_join(thread, 0);
    return 0;
}
