// A pool of N workers that wait for tasks; main hands out TASKS of them and closes the pool.
//@ property: assert deadlock
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

#define TASKS 1
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int waiting, closed, done;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (waiting == 0 && !closed)
            pthread_cond_wait(&changed, &lock);
        if (waiting == 0)
            break;
        waiting--;
        done++;
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, 0);
    pthread_mutex_lock(&lock);
    waiting += TASKS;
    closed = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    assert(done == TASKS);
    return 0;
}
