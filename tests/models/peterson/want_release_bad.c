// Peterson's lock: to give way may be seen before to want.
//@ sc: safe
//@ c11: unsafe
#define WANT memory_order_release
#include "accesses_ok.c"
