// Sequence lock: the new number is seen with old values.
//@ sc: safe
//@ c11: unsafe
#define END memory_order_relaxed
#include "ok.c"
