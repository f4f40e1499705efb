// Two threads change two variables, 10 times each: one adds one to both, the other adds five to the first and takes six from the second
// (after the program stateful20 of Cordeiro and Fischer, 2011; thesis, Table 5.4). Adding comes first: 41 states.
//@ property: assert
//@ verdict: safe
//@ revisions: none_summaries pdpor pdpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off --summary-size=1000
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[none_summaries] states: <= 1681
//@[pdpor] states: 41
//@[pdpor] full_runs: 1
//@[pdpor_summaries] states: 41
#include "paper.h"

#define TEN(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__

int first = 10, second = 10;

static int bounded(void)
{
    return first <= 70;
}

static int bounded_too(void)
{
    return second <= 20;
}

static void *one(void *unused)
{
    TEN(STEP(first = first + 1); STEP(second = second + 1);)
    return unused;
}

static void *other(void *unused)
{
    TEN(STEP(first = first + 5); STEP(second = second - 6);)
    return unused;
}

int main(void)
{
    raddle_invariant(bounded);
    raddle_invariant(bounded_too);
    raddle_atomic_begin();
    start(one, 0);
    start(other, 0);
    pthread_exit(0);
}
