// Larger sizes of readers.c, where trying all interleavings would take too long.
//@ property: assert
//@ verdict: safe
//@ family: N=4,8,10
//@ revisions: dpor
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 16 256 1024
//@ blocked_runs: 0 0 0
#include "readers.c"
