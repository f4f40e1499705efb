// Sequence lock: the values may be older than the number.
//@ sc: safe
//@ c11: unsafe
#define FIRST memory_order_relaxed
#include "ok.c"
