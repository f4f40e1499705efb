// A timed lock of C11 may time out; who got it counts.
//@ verdict: safe
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
    if (result != thrd_success)
        thrd_exit(0);
    count++;
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
    assert(count == first + second && count >= 1);
    mtx_destroy(&lock);
    return 0;
}
