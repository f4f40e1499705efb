// A latch: workers count down, and main waits until all have; it wakes up once too often and does not look again.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=2..3
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
int left = N, sum;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    sum++;
    if (--left == 0)
        pthread_cond_broadcast(&all_done);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, 0);
    pthread_mutex_lock(&lock);
    if (left)
        pthread_cond_wait(&all_done, &lock);
    assert(sum == N);  //~ FINDING assert
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    return 0;
}
