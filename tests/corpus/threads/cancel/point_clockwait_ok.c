// Waiting until some time of a clock: a thread that was cancelled ends there and cleans up with its mutex.
//@ property: assert race deadlock
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static struct timespec soon;
static int cleaned;

static void clean(void *unused)
{
    (void)unused;
    cleaned = 1;
    pthread_mutex_unlock(&mutex);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(clean, NULL);
    for (;;)
        pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(cleaned);
    return 0;
}
