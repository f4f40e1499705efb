// A thread reads for ever what another one writes at the same time.
//@ property: race deadlock
//@ verdict: unsafe
#include <pthread.h>

static int flag;

static void *set(void *unused)
{
    flag = 1;
    return unused;
}

static void *wait(void *unused)
{
    while (flag < 2) //~ FINDING livelock
        ;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, set, 0);
    pthread_create(&b, 0, wait, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
