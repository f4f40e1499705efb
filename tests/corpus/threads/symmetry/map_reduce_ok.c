// N threads each write a part, wait for each other at a barrier, and add their part to the result.
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

pthread_barrier_t mapped;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int part[N], total, reduced;

static void *worker(void *argument)
{
    long id = (long)argument;
    part[id] = 1;
    pthread_barrier_wait(&mapped);
    pthread_mutex_lock(&lock);
    total += part[id];
    reduced++;
    assert(total == reduced);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    pthread_barrier_init(&mapped, 0, N);
    for (long k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    return 0;
}
