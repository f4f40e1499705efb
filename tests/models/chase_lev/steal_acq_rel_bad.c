// Chase and Lev: a thief steals an item that was taken.
//@ sc: safe
//@ c11: unsafe
#define STEAL memory_order_acq_rel
#include "ok.c"
