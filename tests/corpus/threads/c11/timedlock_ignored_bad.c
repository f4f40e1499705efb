// The result of a timed lock of C11 is ignored.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t lock;
int count;

static int work(void *unused)
{
    struct timespec soon;
    timespec_get(&soon, TIME_UTC);
    (void)unused;
    int result = mtx_timedlock(&lock, &soon);
    count++; //~ FINDING race
    if (result == thrd_success)
        mtx_unlock(&lock);
    thrd_exit(result == thrd_success);
}

int main(void)
{
    thrd_t one, two;
    int first = 0, second = 0;
    mtx_init(&lock, mtx_timed);
    thrd_create(&one, work, 0);
    thrd_create(&two, work, 0);
    thrd_join(one, &first);
    thrd_join(two, &second);
    (void)(first + second);
    mtx_destroy(&lock);
    return 0;
}
