// The next size of dining_ok.c (thesis, Table 6.1).
//@ property: assert
//@ verdict: safe
//@ family: N=4
//@ revisions: none_summaries dpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off
//@[none_summaries] states: 1245
//@[none_summaries] subsumed: 702
//@[dpor_summaries] states: <= 388
//@[dpor_summaries] runs: <= 91
#include "dining_ok.c"
