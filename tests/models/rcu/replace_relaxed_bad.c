// Read-copy-update: the new version is shown before it is complete.
//@ sc: unsafe
//@ c11: unsafe
#define REPLACE memory_order_relaxed
#include "ok.c"
