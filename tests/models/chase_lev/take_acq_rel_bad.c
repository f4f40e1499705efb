// Chase and Lev: the owner takes an item that was stolen.
//@ sc: safe
//@ c11: unsafe
#define TAKE memory_order_acq_rel
#include "ok.c"
