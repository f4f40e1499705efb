// A thread takes a lock for writing that it has.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock;
    pthread_rwlock_init(&lock, 0);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_wrlock(&lock); //~ FINDING self-lock
    return 0;
}
