// A thread is cancelled while it holds a mutex, at a place that is no cancellation point: whoever locks it next waits for ever.
//@ property: assert race deadlock
//@ verdict: unsafe
//@ assumption: A0270 A0271
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static void *work(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_mutex_lock(&mutex);
    jobs++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&mutex); //~ FINDING deadlock
    jobs++;
    pthread_mutex_unlock(&mutex);
    return 0;
}
