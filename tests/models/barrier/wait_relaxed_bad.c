// Barrier: the others do not acquire what the last one did.
//@ sc: unsafe
//@ c11: unsafe
#define WAIT memory_order_relaxed
#include "ok.c"
