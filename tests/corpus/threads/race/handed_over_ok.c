// Under the lock it is decided once who may use x without the lock.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int owner, x;

static void *work(void *argument)
{
    int me = (int)(long)argument;
    pthread_mutex_lock(&m);
    if (owner == 0)
        owner = me;
    int mine = owner == me;
    pthread_mutex_unlock(&m);
    if (mine)
        x = me;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, (void *)1L);
    pthread_create(&two, 0, work, (void *)2L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
