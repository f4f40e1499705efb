// A thread is cancelled behind the last of its operations: all is done, but its result is not its own.
//@ property: assert race deadlock
//@ verdict: unsafe
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
    assert(!done || result != PTHREAD_CANCELED); //~ FINDING assert
    return 0;
}
