// Peterson's lock: a load that only acquires may come before the stores.
//@ sc: safe
//@ c11: unsafe
#define LOOK memory_order_acquire
#include "accesses_ok.c"
