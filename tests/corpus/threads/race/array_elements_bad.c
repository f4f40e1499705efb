// The ranges of the two threads overlap in one element.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int a[5];

static void *work(void *argument)
{
    long first = (long)argument;
    for (long k = first; k <= first + 2; k++)
        a[k] = 1; //~ FINDING data-race
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, (void *)0L);
    pthread_create(&two, 0, work, (void *)2L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
