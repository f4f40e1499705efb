// MCS lock: an owner without a successor does not release what it did.
//@ sc: unsafe
//@ c11: unsafe
#define LEAVE memory_order_relaxed
#include "ok.c"
