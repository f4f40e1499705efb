// Barrier: the last one does not acquire what the others did.
//@ sc: unsafe
//@ c11: unsafe
#define ARRIVE memory_order_release
#include "ok.c"
