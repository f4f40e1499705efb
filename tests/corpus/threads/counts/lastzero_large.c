// Larger sizes of lastzero.c, where trying all interleavings would take too long.
//@ property: assert
//@ verdict: safe
//@ family: N=5,8
//@ revisions: dpor
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 64 704
#include "lastzero.c"
