// A volatile flag orders nothing in C11.
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int message;

static void *send(void *unused)
{
    message = 42; //~ FINDING data-race
    ready = 1; //~ FINDING data-race
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
