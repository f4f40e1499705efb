// Hazard pointers: a reader uses the old node although the writer does not see the hazard.
//@ sc: safe
//@ c11: unsafe
#define PROTECT memory_order_acq_rel
#include "ok.c"
