// Peterson's lock: what was done inside is not released.
//@ sc: unsafe
//@ c11: unsafe
#define LEAVE memory_order_relaxed
#include "exchange_ok.c"
