// Nobody waits while it holds a lock, nobody keeps one, and nothing else can go wrong: nothing has to be explored.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[default] states: <= 3
//@[default] counter.pruned_by_locksets: 1
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
unsigned first, second;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    first = second;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
