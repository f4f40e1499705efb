// Sequence lock: new values are seen with the old number.
//@ sc: safe
//@ c11: unsafe
#define BEGIN memory_order_relaxed
#include "ok.c"
