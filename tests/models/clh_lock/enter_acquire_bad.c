// CLH lock: a thread shows its node before its flag is set.
//@ sc: safe
//@ c11: unsafe
#define ENTER memory_order_acquire
#include "ok.c"
