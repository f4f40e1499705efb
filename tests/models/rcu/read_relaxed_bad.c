// Read-copy-update: the new version is read without having acquired it.
//@ sc: unsafe
//@ c11: unsafe
#define READ memory_order_relaxed
#include "ok.c"
