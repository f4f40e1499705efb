// Ring for several producers and consumers: the number is seen before the item.
//@ sc: unsafe
//@ c11: unsafe
#define PUBLISH memory_order_relaxed
#include "ok.c"
