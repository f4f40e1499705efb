// A thread looks at what nobody changes, which is what it waits for, by way of a function.
//@ verdict: safe
#include <pthread.h>

static int flag = 2;

static int get(void)
{
    return flag;
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
