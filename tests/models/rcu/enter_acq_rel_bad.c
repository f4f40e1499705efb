// Read-copy-update: a reader gets the old version although the writer does not see the reader.
//@ sc: safe
//@ c11: unsafe
#define ENTER memory_order_acq_rel
#include "ok.c"
