// Once: the flag is seen before what was set up.
//@ sc: unsafe
//@ c11: unsafe
#define DONE memory_order_relaxed
#include "ok.c"
