// The next size of producers_ok.c: 6562 states (thesis, Table 5.1).
//@ property: assert
//@ verdict: safe
//@ family: N=3
//@ revisions: none_summaries dpor_summaries persistent_summaries
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off --summary-size=1000
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off --summary-size=1000
//@[persistent_summaries] flags: --reduce=persistent --summaries=on --symmetry=off --summary-size=1000
//@[persistent_summaries] states: 455
//@[none_summaries] states: 6562
//@[none_summaries] subsumed: 5104
//@[none_summaries] full_runs: 1
//@[dpor_summaries] states: <= 1610
//@[dpor_summaries] runs: <= 1000
#include "producers_ok.c"
