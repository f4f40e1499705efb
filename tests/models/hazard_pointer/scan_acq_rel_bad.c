// Hazard pointers: the writer does not see the hazard of a reader that uses the old node.
//@ sc: safe
//@ c11: unsafe
#define SCAN memory_order_acq_rel
#include "ok.c"
