// A thread detaches itself, and main joins it.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

static void *work(void *unused)
{
    pthread_detach(pthread_self());
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0); //~ FINDING join-misuse
    return 0;
}
