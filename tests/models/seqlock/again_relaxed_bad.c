// Sequence lock: the number may be older than the values.
//@ sc: safe
//@ c11: unsafe
#define AGAIN memory_order_relaxed
#include "ok.c"
