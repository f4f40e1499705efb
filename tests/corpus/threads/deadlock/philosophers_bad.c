// N philosophers take the left fork first.
//@ verdict: unsafe
//@ family: N=2..3
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t fork_[N];

static void *philosopher(void *argument)
{
    long left = (long)argument, right = (left + 1) % N;
    pthread_mutex_lock(&fork_[left]);
    pthread_mutex_lock(&fork_[right]); //~ FINDING deadlock
    pthread_mutex_unlock(&fork_[right]);
    pthread_mutex_unlock(&fork_[left]);
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
