// Chase and Lev: a thief sees the new end and not the item.
//@ sc: safe
//@ c11: unsafe
#define PUSH memory_order_relaxed
#include "ok.c"
