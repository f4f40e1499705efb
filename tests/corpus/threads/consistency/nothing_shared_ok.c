// Threads that share nothing need no order.
//@ property: assert
//@ verdict: safe
//@ assumption: !A0201
//@ revisions: none dpor dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>

static void *worker(void *unused)
{
    int local = 1;
    local++;
    assert(local == 2);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
