// A thread that computes for ever can be cancelled at any moment, without any cancellation point in it: main gets behind the join.
//@ property: assert race deadlock
//@ verdict: unsafe
//@ assumption: A0270 A0271
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_spinning;

static void *spin(void *unused)
{
    int odd = 0;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    is_spinning = 1;
    for (;;)
        odd = !odd;
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, spin, NULL);
    while (!is_spinning)
        ;
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result != PTHREAD_CANCELED); //~ FINDING assert
    return 0;
}
