// Peterson's lock: to give way may be seen before to want.
//@ sc: safe
//@ c11: unsafe
#define FIRST memory_order_relaxed
#include "fence_ok.c"
