// Peterson's lock: what was released is not acquired.
//@ sc: safe
//@ c11: unsafe
#define GIVE_WAY memory_order_release
#include "exchange_ok.c"
