// Once: what was set up is read without having acquired it.
//@ sc: unsafe
//@ c11: unsafe
#define CHECK memory_order_relaxed
#include "ok.c"
