// Treiber stack: a head that was pushed meanwhile is followed without having acquired it.
//@ sc: unsafe
//@ c11: unsafe
#define RETRY memory_order_relaxed
#include "ok.c"
