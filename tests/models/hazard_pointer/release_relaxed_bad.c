// Hazard pointers: the hazard is taken back before the node was read.
//@ sc: unsafe
//@ c11: unsafe
#define RELEASE memory_order_relaxed
#include "ok.c"
