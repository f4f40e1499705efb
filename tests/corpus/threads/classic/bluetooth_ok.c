// A driver that counts its users first and looks at the stopping flag then.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <raddle.h>

atomic_int stopping, pending = 1, all_gone, stopped;

static void end_request(void)
{
    if (atomic_fetch_sub(&pending, 1) == 1)
        all_gone = 1;
}

static int begin_request(void)
{
    atomic_fetch_add(&pending, 1);
    if (stopping) {
        end_request();
        return -1;
    }
    return 0;
}

static void *request(void *unused)
{
    if (begin_request() == 0) {
        assert(!stopped);
        end_request();
    }
    return unused;
}

static void *stop(void *unused)
{
    stopping = 1;
    end_request();
    raddle_atomic_begin(); raddle_await(all_gone); raddle_atomic_end();
    stopped = 1;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, request, 0);
    pthread_create(&two, 0, stop, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
