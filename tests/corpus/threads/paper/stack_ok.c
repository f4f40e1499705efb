// One thread pushes N elements, another one pops as many and waits while there is none; neither end of the stack is ever overrun (after the
// program stack of Cordeiro and Fischer, 2011; thesis, Table 5.4: 529 states with and without property-driven reduction).
//@ property: assert
//@ verdict: safe
//@ revisions: none_summaries pdpor pdpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[none_summaries] states: <= 529
//@[pdpor_summaries] states: <= 529
//@ family: N=5
#include "paper.h"

int top, elements[N];

static int within(void)
{
    return top >= 0 && top <= N;
}

static void *push(void *unused)
{
    for (int k = 0; k < N; k++)
        STEP(elements[top] = k; top++);
    return unused;
}

static void *pop(void *unused)
{
    for (int k = 0; k < N; k++)
        STEP(raddle_await(top > 0); top--; raddle_check(elements[top] >= 0));
    return unused;
}

int main(void)
{
    raddle_invariant(within);
    raddle_atomic_begin();
    start(push, 0);
    start(pop, 0);
    pthread_exit(0);
}
