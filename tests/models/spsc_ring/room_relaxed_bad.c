// Ring: the place is overwritten while it is read.
//@ sc: unsafe
//@ c11: unsafe
#define ROOM memory_order_relaxed
#include "ok.c"
