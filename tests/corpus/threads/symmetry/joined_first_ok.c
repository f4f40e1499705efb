// If one worker was quick, main joins the second one first, and then at least one has done its part.
//@ property: assert
//@ verdict: safe
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
    if (early == 1) {
        void *result;
        pthread_join(threads[1], &result);
        pthread_mutex_lock(&lock);
        assert(done >= 1);
        pthread_mutex_unlock(&lock);
    }
    for (int k = 0; k < N; k++)
        if (k != 1 || early != 1)
            pthread_join(threads[k], 0);
    return 0;
}
