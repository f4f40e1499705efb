// sched_yield and sleeping change nothing but give others their turn.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

int value;

static void *work(void *unused)
{
    sched_yield();
    value = 1;
    usleep(10);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    sleep(1);
    pthread_join(thread, 0);
    assert(value == 1);
    return 0;
}
