// The branch cannot influence the check, but its condition must not stay in the path condition when only one side is kept.
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries slice persistent persistent_summaries one_summary few_bytes
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[slice] flags: --slice=on
#include "litmus.h"

int y;

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        y = 1;
    raddle_check(x <= 5); //~ FINDING check
    return 0;
}
