// Two threads add to one counter 100 times each, which never exceeds 200 (after the program micro_2 of Cordeiro and Fischer, 2011; thesis,
// Table 5.4): all orders end alike, and one is enough: 201 states.
//@ property: assert
//@ verdict: safe
//@ revisions: none_summaries pdpor pdpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[none_summaries] states: <= 20201
//@[pdpor] states: 201
//@[pdpor] full_runs: 1
//@[pdpor_summaries] states: 201
#include "paper.h"

int count;

static int bounded(void)
{
    return count <= 200;
}

static void *add(void *unused)
{
    for (int round = 0; round < 100; round++)
        STEP(count = count + 1);
    return unused;
}

int main(void)
{
    raddle_invariant(bounded);
    raddle_atomic_begin();
    start(add, 0);
    start(add, 0);
    pthread_exit(0);
}
