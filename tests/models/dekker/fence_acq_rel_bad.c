// Dekker's entry: a fence that is not full lets both enter.
//@ sc: safe
//@ c11: unsafe
#define BETWEEN memory_order_acq_rel
#include "fence_ok.c"
