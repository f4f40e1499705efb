// A loop that waits for a value which never comes.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;

static void *waiter(void *unused)
{
    while (go != 2) //~ FINDING livelock
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    go = 1;
    pthread_join(thread, 0);
    return 0;
}
