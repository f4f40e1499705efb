// Sizes of counts/fib_ok.c with up to 73789 traces: with summaries the number of states grows as a power of N.
//@ property: assert
//@ verdict: safe
//@ family: N=2,4,6
//@ revisions: none_summaries dpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[none_summaries] states: <= 124 804 3330
//@[dpor_summaries] states: <= 71 434 1963
//@ full_runs: 1 1 1
#include "../counts/fib_ok.c"
