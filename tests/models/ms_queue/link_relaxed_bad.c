// Michael and Scott: a node is linked before it is complete; who moves the tail and follows sees that.
//@ sc: unsafe
//@ c11: unsafe
#define LINK memory_order_relaxed
#include "ok.c"
