// Larger sizes of fig3_ok.c, where trying all interleavings would take too long.
//@ verdict: safe
//@ family: N=3..8
//@ revisions: dpor
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 8 16 32 64 128 256
#include "fig3_ok.c"
