// Ring: the place is given back without release, and overwritten while it is read.
//@ sc: unsafe
//@ c11: unsafe
#define FREE memory_order_relaxed
#include "ok.c"
