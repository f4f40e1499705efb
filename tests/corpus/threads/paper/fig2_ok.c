// Two writes beside two reads of a variable that begins with any value up to 10 (assertion guided, Fig. 2): six orders, of which
// summaries explore one fully and four in part.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[none] full_runs: 6
//@[dpor] full_runs: 6
//@[none_summaries] full_runs: 1
//@[none_summaries] partial_runs: 4
//@[dpor_summaries] full_runs: 1
//@[dpor_summaries] partial_runs: 4
#include "../litmus/fig2_ok.c"
