// A thread joins itself.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int main(void)
{
    pthread_join(pthread_self(), 0); //~ FINDING deadlock
    return 0;
}
