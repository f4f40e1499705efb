// A clean-up handler looks at local variables of the thread that was cancelled: in between it cannot be.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0270 A0271
#include <assert.h>
#include <pthread.h>

struct pair { int taken, given; };

static void look(void *argument)
{
    struct pair *pair = argument;
    assert(pair->taken == pair->given);
}

static void *move(void *unused)
{
    struct pair pair = {0, 0};
    pthread_cleanup_push(look, &pair);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pair.taken = 1;
    pair.given = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, move, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
