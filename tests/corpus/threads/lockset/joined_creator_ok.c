// The thread that main joins has joined the one that it created.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *inner(void *unused)
{
    x = 1;
    return unused;
}

static void *outer(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, 0, inner, 0);
    pthread_join(thread, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    pthread_join(thread, 0);
    x = 2;
    return 0;
}
