// Read-copy-update: the writer does not see a reader that gets the old version.
//@ sc: safe
//@ c11: unsafe
#define WAIT memory_order_acq_rel
#include "ok.c"
