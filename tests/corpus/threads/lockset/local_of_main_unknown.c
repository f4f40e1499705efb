// A thread uses a variable of main, which main does not wait for it to be done with.
//@ property: race
//@ verdict: unknown
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@ reason: U0306
#include <pthread.h>

static void *one(void *argument)
{
    *(int *)argument = 1;
    return 0;
}

static void begin(void)
{
    int number = 0;
    pthread_t thread;
    pthread_create(&thread, 0, one, &number);
}

int main(void)
{
    begin();
    return 0;
}
