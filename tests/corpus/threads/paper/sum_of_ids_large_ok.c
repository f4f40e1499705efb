// A size of sum_of_ids_ok.c at which trying all 40320 orders would take too long: 1025 states (thesis, Table 5.2).
//@ property: assert
//@ verdict: safe
//@ family: N=8
//@ revisions: none_summaries dpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off
//@ states: 1025
//@ subsumed: 769
//@ full_runs: 1
#include "sum_of_ids_ok.c"
