// Two writers and two readers with a lock made of steps that wait, N rounds each: a reader sees one value while it reads (assertion
// guided, Table 2: the second readwriteltrue, which only its summaries finished, with 436 runs).
//@ property: assert
//@ verdict: safe
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ family: N=1
#include "paper.h"

int writers, readers, x;

static void *write_x(void *argument)
{
    for (int k = 0; k < N; k++) {
        STEP(raddle_await(writers == 0 && readers == 0); writers = 1);
        STEP(x = (int)(long)argument);
        STEP(writers = 0);
    }
    return 0;
}

static void *read_x(void *unused)
{
    for (int k = 0; k < N; k++) {
        int first, second;
        STEP(raddle_await(writers == 0); readers++);
        STEP(first = x);
        STEP(second = x);
        raddle_check(first == second);
        STEP(readers--);
    }
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(write_x, 1);
    start(write_x, 2);
    start(read_x, 0);
    start(read_x, 0);
    pthread_exit(0);
}
