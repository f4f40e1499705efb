// Sleeping by a clock: a thread that was cancelled ends there.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0270 !A0272
#define _GNU_SOURCE
#include <time.h>
#include <assert.h>
#include <pthread.h>

static int cleaned;

static void clean(void *unused)
{
    cleaned = 1;
    (void)unused;
}

static void *work(void *unused)
{
    pthread_cleanup_push(clean, NULL);
    for (;;)
        clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 1000}, NULL);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && cleaned);
    return 0;
}
