// MCS lock: a thread that waited does not acquire what the last owner did.
//@ sc: unsafe
//@ c11: unsafe
#define WAIT memory_order_relaxed
#include "ok.c"
