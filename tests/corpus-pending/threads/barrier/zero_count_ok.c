// A barrier for no threads is refused by an error code.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_barrier_t barrier;

int main(void)
{
    assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
    return 0;
}
