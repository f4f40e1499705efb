// A wait at a barrier that a request would have to end is not followed.
//@ property: assert race deadlock
//@ verdict: unknown
//@ reason: U0301
//@ assumption: A0270 A0271
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
