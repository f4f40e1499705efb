// Read-copy-update: a reader leaves before it has read.
//@ sc: unsafe
//@ c11: unsafe
#define LEAVE memory_order_relaxed
#include "ok.c"
