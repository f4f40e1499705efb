// A driver that counts its users: a request may begin between the test of the stopping flag and the counting, and then
// runs on a driver that has been stopped.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <raddle.h>

// Requests of two threads together; the benchmark has more.
#ifndef N
#define N 1
#endif

atomic_int stopping, pending = 1, all_gone, stopped;

static int begin_request(void)
{
    if (stopping)
        return -1;
    atomic_fetch_add(&pending, 1);
    return 0;
}

static void end_request(void)
{
    if (atomic_fetch_sub(&pending, 1) == 1)
        all_gone = 1;
}

static void *request(void *argument)
{
    for (int k = 0; k < (N + (int)(long)argument) / 2; k++) {
        if (begin_request() == 0) {
            assert(!stopped); //~ FINDING assertion
            end_request();
        }
    }
    return 0;
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
    pthread_t one, two, three;
    pthread_create(&one, 0, request, (void *)0L);
    pthread_create(&two, 0, request, (void *)1L);
    pthread_create(&three, 0, stop, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
