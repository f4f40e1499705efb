// Barrier: the others go on without what the last one did.
//@ sc: unsafe
//@ c11: unsafe
#define OPEN memory_order_relaxed
#include "ok.c"
