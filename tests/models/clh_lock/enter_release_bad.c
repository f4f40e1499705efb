// CLH lock: a thread may read a flag from before it was set.
//@ sc: safe
//@ c11: unsafe
#define ENTER memory_order_release
#include "ok.c"
