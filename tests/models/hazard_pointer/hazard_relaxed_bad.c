// Hazard pointers: the node is reused before the reader is known to have read it.
//@ sc: unsafe
//@ c11: unsafe
#define HAZARD memory_order_relaxed
#include "ok.c"
