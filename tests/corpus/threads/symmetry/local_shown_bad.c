// Two threads show main a local variable; only the first stays until main has looked.
//@ property: memory
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t stay = PTHREAD_MUTEX_INITIALIZER;
int *shown;

static void *worker(void *argument)
{
    int own = 5;
    long k = (long)argument;
    pthread_mutex_lock(&lock);
    shown = &own;
    pthread_mutex_unlock(&lock);
    if (k == 0) {
        pthread_mutex_lock(&stay);
        pthread_mutex_unlock(&stay);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutex_lock(&stay);
    for (long k = 0; k < 2; k++)
        pthread_create(&threads[k], 0, worker, (void *)k);
    pthread_mutex_lock(&lock);
    int *seen = shown;
    pthread_mutex_unlock(&lock);
    if (seen)
        assert(*seen == 5);  //~ FINDING memory-stack-use-after-return
    pthread_mutex_unlock(&stay);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], 0);
    return 0;
}
