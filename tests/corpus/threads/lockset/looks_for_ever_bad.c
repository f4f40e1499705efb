// A thread looks for ever at what nobody changes, by way of a function.
//@ verdict: unsafe
#include <pthread.h>

static int flag = 1;

static int get(void)
{
    return flag; //~ FINDING livelock
}

static void *wait(void *unused)
{
    while (get() < 2)
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait, 0);
    pthread_join(thread, 0);
    return 0;
}
