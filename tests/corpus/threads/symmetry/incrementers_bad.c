// N threads increment a counter; the one with the last number forgets the lock.
//@ property: assert deadlock
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=2,3
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *increment(void *argument)
{
    long id = (long)argument;
    if (id != N - 1)
        pthread_mutex_lock(&lock);
    counter++;
    if (id != N - 1)
        pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (long k = 0; k < N; k++)
        pthread_create(&threads[k], 0, increment, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    assert(counter == N);  //~ FINDING assertion
    return 0;
}
