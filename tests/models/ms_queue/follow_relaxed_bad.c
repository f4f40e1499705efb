// Michael and Scott: a node is followed without having acquired it.
//@ sc: unsafe
//@ c11: unsafe
#define FOLLOW memory_order_relaxed
#include "ok.c"
