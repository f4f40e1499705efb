// Ring: the item is read without having acquired it.
//@ sc: unsafe
//@ c11: unsafe
#define SEEN memory_order_relaxed
#include "ok.c"
