// A thread is cancelled at any moment; if its result is its own, all is done.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0270 A0271
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(done || result == PTHREAD_CANCELED);
    return 0;
}
