// Once the worker has been through the lock, nothing that is left can race. But if the other thread had been through it first, the worker
// would see it, and write what main reads without a lock.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int turn, value;

static void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    int seen = turn;
    pthread_mutex_unlock(&m);
    if (seen)
        value = 1; //~ FINDING race
    return unused;
}

static void *other(void *unused)
{
    pthread_mutex_lock(&m);
    turn = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, other, 0);
    int read = value; //~ RELATED race
    (void)read;
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
