// A request ends the wait for a mutex that nobody gives back, and the clean-up handlers run; one for itself is heard at once.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0270 A0271
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int left;

static void leave(void *unused)
{
    (void)unused;
    left++;
}

static void *wait_for_lock(void *unused)
{
    pthread_cleanup_push(leave, NULL);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_mutex_lock(&mutex);
    assert(0);
    pthread_cleanup_pop(0);
    return unused;
}

static void *end_itself(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cancel(pthread_self());
    assert(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, NULL, wait_for_lock, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && left == 1);
    pthread_create(&thread, NULL, end_itself, NULL);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_unlock(&mutex);
    return 0;
}
