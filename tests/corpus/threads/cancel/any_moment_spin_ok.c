// A thread that computes for ever can be cancelled at any moment, without any cancellation point in it.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0270 A0271
#include <assert.h>
#include <pthread.h>

static void *spin(void *unused)
{
    int odd = 0;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;)
        odd = !odd;
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, spin, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
