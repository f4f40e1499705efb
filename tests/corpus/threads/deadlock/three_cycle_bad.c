// A cycle of three locks: every pair alone is harmless.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *argument)
{
    long me = (long)argument;
    pthread_mutex_lock(&lock[me]);
    pthread_mutex_lock(&lock[(me + 1) % 3]); //~ FINDING deadlock
    pthread_mutex_unlock(&lock[(me + 1) % 3]);
    pthread_mutex_unlock(&lock[me]);
    return 0;
}

int main(void)
{
    pthread_t t[3];
    for (long k = 0; k < 3; k++)
        pthread_create(&t[k], 0, work, (void *)k);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], 0);
    return 0;
}
