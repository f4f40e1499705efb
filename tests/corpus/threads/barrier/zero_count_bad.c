// A barrier for no threads.
//@ property: deadlock
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_init(&barrier, 0, 0); //~ FINDING barrier-misuse
    return 0;
}
