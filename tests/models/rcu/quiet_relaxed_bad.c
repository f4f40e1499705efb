// Read-copy-update: the old version is reused before the reader is known to have read it.
//@ sc: unsafe
//@ c11: unsafe
#define QUIET memory_order_relaxed
#include "ok.c"
