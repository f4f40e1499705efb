// Ticket lock: the owner does not release what it did.
//@ sc: unsafe
//@ c11: unsafe
#define SERVE memory_order_relaxed
#include "ok.c"
