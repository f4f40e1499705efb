// Dekker's entry: what the other did inside is not acquired.
//@ sc: unsafe
//@ c11: unsafe
#define LOOK memory_order_relaxed
#include "fence_ok.c"
