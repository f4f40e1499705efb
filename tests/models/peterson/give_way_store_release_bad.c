// Peterson's lock: a store that only releases may be delayed behind the loads.
//@ sc: safe
//@ c11: unsafe
#define GIVE_WAY memory_order_release
#include "accesses_ok.c"
