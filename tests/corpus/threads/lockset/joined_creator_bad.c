// Main has joined the thread that created another one, but not that one.
//@ property: race
//@ verdict: unsafe
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
    x = 1;  //~ FINDING race
    return unused;
}

static void *outer(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, 0, inner, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    pthread_join(thread, 0);
    x = 2;  //~ RELATED race
    return 0;
}
