// What main writes after it created the thread is not ordered.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int x;

static void *reader(void *unused)
{
    assert(x == 1); //~ FINDING assertion //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    x = 1;
    pthread_join(thread, 0);
    return 0;
}
