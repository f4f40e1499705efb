// N workers take numbers from a locked queue until it is empty; every number is taken once.
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

#define ITEMS 2
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int items[ITEMS] = {3, 5}, next_item, sum;

static void *worker(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (next_item == ITEMS) {
            pthread_mutex_unlock(&lock);
            return argument;
        }
        int item = items[next_item++];
        sum += item;
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t threads[N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, 0);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    assert(sum == 8);
    return 0;
}
