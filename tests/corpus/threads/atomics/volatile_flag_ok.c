// Before C11 a volatile flag handed messages over, and that is what is asked for here.
//@ flags: --volatile atomic
//@ verdict: safe
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int message;

static void *send(void *unused)
{
    message = 42;
    ready = 1;
    return unused;
}

static void *receive(void *unused)
{
    if (ready)
        assert(message == 42);
    return unused;
}

int main(void)
{
    pthread_t sender, receiver;
    pthread_create(&sender, 0, send, 0);
    pthread_create(&receiver, 0, receive, 0);
    pthread_join(sender, 0);
    pthread_join(receiver, 0);
    return 0;
}
