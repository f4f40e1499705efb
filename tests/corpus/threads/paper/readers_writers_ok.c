// 2N readers and N writers, each of which enters once and leaves: a writer only if nobody is inside, a reader only if no
// writer is. With symmetry a state is how many of each kind have not entered, are inside, or have left (thesis, Table 6.2).
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=1
//@[none_symmetry] states: <= 34
//@[dpor_symmetry] states: <= 34
#include "paper.h"

int reading, writing;

static void *reader(void *argument)
{
    STEP(raddle_await(writing == 0); reading++);
    STEP(raddle_check(writing == 0); reading--);
    return argument;
}

static void *writer(void *argument)
{
    STEP(raddle_await(writing == 0 & reading == 0); writing++);
    STEP(raddle_check(writing == 1 & reading == 0); writing--);
    return argument;
}

int main(void)
{
    raddle_atomic_begin();
    for (long k = 0; k < 2 * N; k++)
        start(reader, k);
    for (long k = 0; k < N; k++)
        start(writer, k);
    pthread_exit(0);
}
