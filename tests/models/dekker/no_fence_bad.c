// Dekker's entry: without a fence both may enter.
//@ sc: safe
//@ c11: unsafe
#define BETWEEN memory_order_relaxed
#include "fence_ok.c"
