// N philosophers take the fork with the smaller number first.
//@ verdict: safe
//@ family: N=2..3
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t fork_[N];

static void *philosopher(void *argument)
{
    long left = (long)argument, right = (left + 1) % N;
    long low = left < right ? left : right, high = left < right ? right : left;
    pthread_mutex_lock(&fork_[low]);
    pthread_mutex_lock(&fork_[high]);
    pthread_mutex_unlock(&fork_[high]);
    pthread_mutex_unlock(&fork_[low]);
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (int k = 0; k < N; k++)
        pthread_mutex_init(&fork_[k], 0);
    for (long k = 0; k < N; k++)
        pthread_create(&t[k], 0, philosopher, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    return 0;
}
