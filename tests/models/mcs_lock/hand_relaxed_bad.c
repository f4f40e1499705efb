// MCS lock: an owner with a successor does not release what it did.
//@ sc: unsafe
//@ c11: unsafe
#define HAND memory_order_relaxed
#include "ok.c"
