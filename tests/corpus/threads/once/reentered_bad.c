// The function of a once control uses the control itself.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;

static void again(void)
{
    pthread_once(&once, again); //~ FINDING self-lock
}

int main(void)
{
    pthread_once(&once, again);
    return 0;
}
