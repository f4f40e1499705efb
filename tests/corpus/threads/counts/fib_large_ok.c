// Larger sizes of fib_ok.c, where trying all interleavings would take too long.
//@ property: assert
//@ verdict: safe
//@ family: N=3..5
//@ revisions: dpor
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 141 1107 8953
//@ blocked_runs: 0 0 0
#include "fib_ok.c"
