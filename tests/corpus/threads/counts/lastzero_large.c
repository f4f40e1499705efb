// Larger sizes of lastzero.c, where trying all interleavings would take too long.
//@ property: assert
//@ verdict: safe
//@ family: N=5,8,10
//@ revisions: dpor
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 64 704 3328
//@ blocked_runs: 0 0 0
#include "lastzero.c"
