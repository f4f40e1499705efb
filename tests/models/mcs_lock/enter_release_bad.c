// MCS lock: a thread that finds the lock free does not acquire what its last owner did.
//@ sc: unsafe
//@ c11: unsafe
#define ENTER memory_order_release
#include "ok.c"
