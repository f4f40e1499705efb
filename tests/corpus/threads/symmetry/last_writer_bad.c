// Three threads of the same code write their number; a fourth wants to see the numbers in no falling order.
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

int x, mark[3];

static void *worker(void *argument)
{
    long id = (long)argument;
    mark[id] = 1;
    x = (int)id + 1;
    return argument;
}

static void *watcher(void *argument)
{
    int a = x;
    int b = x;
    raddle_check(a <= b);  //~ FINDING check
    raddle_check(!(a == 3 && b == 1));  //~ FINDING check
    raddle_check(!(a == 2 && b == 1 && mark[2] == 0));  //~ FINDING check
    return argument;
}

int main(void)
{
    pthread_t thread;
    raddle_atomic_begin();
    for (long k = 0; k < 3; k++)
        pthread_create(&thread, 0, worker, (void *)k);
    pthread_create(&thread, 0, watcher, 0);
    pthread_exit(0);
}
