// Larger sizes of incr_locked_ok.c, where trying all interleavings would take too long.
//@ verdict: safe
//@ family: N=3..5
//@ revisions: dpor
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 6 24 120
//@ blocked_runs: 0 0 0
#include "incr_locked_ok.c"
