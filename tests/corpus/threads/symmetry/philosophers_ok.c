// Philosophers with a mutex for each fork; the last one takes the forks in the other order.
//@ property: deadlock
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=2,3
#include <pthread.h>

pthread_mutex_t fork[N];

static void *philosopher(void *argument)
{
    long id = (long)argument;
    long first = id == N - 1 ? 0 : id, second = id == N - 1 ? id : id + 1;
    pthread_mutex_lock(&fork[first]);
    pthread_mutex_lock(&fork[second]);
    pthread_mutex_unlock(&fork[second]);
    pthread_mutex_unlock(&fork[first]);
    return argument;
}

int main(void)
{
    pthread_t thread;
    for (int k = 0; k < N; k++)
        pthread_mutex_init(&fork[k], 0);
    for (long k = 0; k < N; k++)
        pthread_create(&thread, 0, philosopher, (void *)k);
    pthread_exit(0);
}
