// Main asks for one of the threads before it joins all of them: which of them was quick matters, although the order of joins does not.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=2
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int done;

static void *worker(void *argument)
{
    pthread_testcancel();
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, 0);
    pthread_mutex_lock(&lock);
    int early = done;
    pthread_mutex_unlock(&lock);
    if (early == 1)
        pthread_cancel(threads[0]);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    assert(done == N);  //~ FINDING assert
    return 0;
}
