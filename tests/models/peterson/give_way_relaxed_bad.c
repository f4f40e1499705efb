// Peterson's lock: who gives way later need not see the other.
//@ sc: safe
//@ c11: unsafe
#define GIVE_WAY memory_order_relaxed
#include "exchange_ok.c"
