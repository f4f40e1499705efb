// A thread uses a variable of main, which waits for it.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor] counter.pruned_by_locksets: >= 1
//@[pdpor_summaries] counter.pruned_by_locksets: >= 1
//@[pdpor] states: <= 2
//@[pdpor_summaries] states: <= 2
#include <pthread.h>

static void *one(void *argument)
{
    *(int *)argument = 1;
    return 0;
}

static int begin(void)
{
    int number = 0;
    pthread_t thread;
    pthread_create(&thread, 0, one, &number);
    pthread_join(thread, 0);
    return number;
}

int main(void)
{
    return begin();
}
