// What main writes before it creates the thread is ordered.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int x;

static void *reader(void *unused)
{
    assert(x == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    x = 1;
    pthread_create(&thread, 0, reader, 0);
    pthread_join(thread, 0);
    x = 2;
    return 0;
}
