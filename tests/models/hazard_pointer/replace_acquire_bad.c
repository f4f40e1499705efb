// Hazard pointers: the new node is shown before it is complete.
//@ sc: unsafe
//@ c11: unsafe
#define REPLACE memory_order_acquire
#include "ok.c"
