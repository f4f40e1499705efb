// Treiber stack: the head is followed without having acquired it.
//@ sc: unsafe
//@ c11: unsafe
#define POP memory_order_relaxed
#include "ok.c"
