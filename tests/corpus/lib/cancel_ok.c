// A thread that waits for a condition is cancelled: its clean-up handler runs with the mutex locked, and unlocks it.
//@ property: assert race deadlock memory
//@ verdict: safe
//@ assumption: A0270
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int jobs, running;

static void leave(void *unused)
{
    (void)unused;
    running = 0;
    pthread_mutex_unlock(&mutex);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(leave, NULL);
    running = 1;
    while (jobs == 0)
        pthread_cond_wait(&changed, &mutex);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&mutex);
    assert(running == 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}
