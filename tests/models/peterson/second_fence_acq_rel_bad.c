// Peterson's lock: a fence that is not full lets the loads come before the stores.
//@ sc: safe
//@ c11: unsafe
#define SECOND memory_order_acq_rel
#include "fence_ok.c"
