// Dekker's entry: a store that only releases may be delayed behind the load.
//@ sc: safe
//@ c11: unsafe
#define WANT memory_order_release
#include "accesses_ok.c"
