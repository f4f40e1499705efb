// One producer increments, one doubles, a consumer takes the value once, which is then at most 2: 16 states and 6 orders (thesis,
// Example 5.3, where interpolation needs three complete orders; ours covers all but the first).
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries pdpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off --summary-size=1000
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off --summary-size=1000
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[none] states: 16
//@[none] full_runs: 6
//@[dpor] states: 16
//@[dpor] full_runs: 6
//@[none_summaries] states: 13
//@[none_summaries] subsumed: 5
//@[none_summaries] full_runs: 1
//@[none_summaries] partial_runs: 5
//@[dpor_summaries] states: <= 13
//@[dpor_summaries] runs: <= 6
//@[pdpor] states: 4
//@[pdpor] full_runs: 1
#include "paper.h"

int x, y;

static void *increment(void *unused)
{
    STEP(x = x + 1);
    return unused;
}

static void *twice(void *unused)
{
    STEP(x = x * 2);
    return unused;
}

static void *consume(void *unused)
{
    STEP(y = x; raddle_check(y <= 2));
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(increment, 0);
    start(twice, 0);
    start(consume, 0);
    pthread_exit(0);
}
