// Barrier: what was done before arriving is not released.
//@ sc: unsafe
//@ c11: unsafe
#define ARRIVE memory_order_acquire
#include "ok.c"
