// A thread of C11 that could not be made is joined.
//@ flags: --calls-may-fail
//@ verdict: unsafe
#include <threads.h>

static int nothing(void *unused) {
    return unused != 0;
}

int main(void) {
    thrd_t thread;
    int code = thrd_create(&thread, nothing, 0);
    if (code == thrd_nomem)
        return 1;
    thrd_join(thread, 0);  //~ FINDING memory-uninitialised
    return 0;
}
