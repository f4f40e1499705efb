// Treiber stack: a node is seen before it is complete.
//@ sc: unsafe
//@ c11: unsafe
#define PUSH memory_order_relaxed
#include "ok.c"
