// Peterson's lock: what is acquired was not released.
//@ sc: safe
//@ c11: unsafe
#define GIVE_WAY memory_order_acquire
#include "exchange_ok.c"
