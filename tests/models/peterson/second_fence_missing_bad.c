// Peterson's lock: the loads may come before the stores.
//@ sc: safe
//@ c11: unsafe
#define SECOND memory_order_relaxed
#include "fence_ok.c"
