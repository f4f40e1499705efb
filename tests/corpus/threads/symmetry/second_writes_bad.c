// Two threads of the same code are counted, and the second one marks its own element. The mark of the first thread is seen
// only if it was counted last, which has to be tried before the reader although another order was explored instead.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
#include <pthread.h>
#include <raddle.h>

int counted, mark[2];

static void *reader(void *argument)
{
    int seen = mark[0];
    raddle_check(seen == 0);  //~ FINDING check
    return argument;
}

static void *worker(void *argument)
{
    long id = (long)argument;
    raddle_atomic_begin();
    int place = counted++;
    raddle_atomic_end();
    if (place == 1)
        mark[id] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    raddle_atomic_begin();
    pthread_create(&thread, 0, reader, 0);
    for (long k = 0; k < 2; k++)
        pthread_create(&thread, 0, worker, (void *)k);
    pthread_exit(0);
}
