// Workers take numbers from a locked queue, but one of them looks at its end before it has the lock.
//@ property: assert deadlock
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

#define ITEMS 2
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int items[ITEMS + N] = {3, 5}, next_item, sum;

static void *worker(void *argument)
{
    for (;;) {
        int early = (long)argument == 1;
        if (early && next_item == ITEMS)
            return argument;
        pthread_mutex_lock(&lock);
        if (!early && next_item == ITEMS) {
            pthread_mutex_unlock(&lock);
            return argument;
        }
        assert(next_item < ITEMS);  //~ FINDING assertion
        sum += items[next_item++];
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t threads[N];
    for (long k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    return 0;
}
