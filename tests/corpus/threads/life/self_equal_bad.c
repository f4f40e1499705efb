// Two threads are taken for the same one.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    assert(pthread_equal(first, second)); //~ FINDING assertion
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
