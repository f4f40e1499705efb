// A mutex is locked after it was destroyed.
//@ property: deadlock
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m); //~ FINDING uninitialised-sync
    return 0;
}
