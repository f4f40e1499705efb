// A variable of main that is lent to a thread is not main's own business any more.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_slice dpor_slice
//@[none] flags: --reduce=none --slice=off
//@[dpor] flags: --reduce=dpor --slice=off
//@[none_slice] flags: --reduce=none --slice=on
//@[dpor_slice] flags: --reduce=dpor --slice=on
#include <assert.h>
#include <pthread.h>

static void *work(void *argument)
{
    int *lent = argument;
    *lent = 2;
    return NULL;
}

int main(void)
{
    int own = 1;
    pthread_t thread;
    pthread_create(&thread, 0, work, &own);
    int seen = own;
    pthread_join(thread, 0);
    assert(seen == 1); //~ FINDING assertion
    return 0;
}
