// Two threads of the same code increment a variable in two steps after they were counted, and a third of other code looks on.
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

int x, counted, seen[2];

static void *worker(void *argument)
{
    long id = (long)argument;
    raddle_atomic_begin();
    seen[id] = ++counted;
    raddle_atomic_end();
    int old = x;
    x = old + 1;
    return argument;
}

static void *watcher(void *argument)
{
    int first = seen[1];
    int now = x;
    raddle_check(!(first == 1 && now == 2));  //~ FINDING check
    int later = x;
    raddle_check(later >= now);
    raddle_check(!(seen[0] == 1 && later == 1));  //~ FINDING check
    return argument;
}

int main(void)
{
    pthread_t thread;
    raddle_atomic_begin();
    for (long k = 0; k < 2; k++)
        pthread_create(&thread, 0, worker, (void *)k);
    pthread_create(&thread, 0, watcher, 0);
    pthread_exit(0);
}
