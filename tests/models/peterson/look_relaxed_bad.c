// Peterson's lock: what the other did inside is not acquired.
//@ sc: unsafe
//@ c11: unsafe
#define LOOK memory_order_relaxed
#include "exchange_ok.c"
