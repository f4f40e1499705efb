// Waits of C11: a thread that was cancelled ends there, and has its mutex again when it cleans up.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0270
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static int cleaned;

static void clean(void *unused)
{
    (void)unused;
    cleaned = 1;
    mtx_unlock(&mutex);
}

static int work(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    pthread_cleanup_push(clean, NULL);
    for (;;)
        cnd_wait(&condition, &mutex);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&condition);
    thrd_create(&thread, work, NULL);
    pthread_cancel(thread);
    thrd_join(thread, NULL);
    mtx_lock(&mutex);
    assert(cleaned >= 0);
    mtx_unlock(&mutex);
    return 0;
}
