// A size of fig3_ok.c with a million orders.
//@ property: assert
//@ verdict: safe
//@ family: N=20
//@ revisions: none_summaries dpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ full_runs: 1
//@ partial_runs: 20
#include "fig3_ok.c"
