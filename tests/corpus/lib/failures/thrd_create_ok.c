// There are two ways in which C11 says that there is no thread.
//@ flags: --calls-may-fail
//@ verdict: safe
#include <assert.h>
#include <threads.h>

static int nothing(void *unused) {
    return unused != 0;
}

int main(void) {
    thrd_t thread;
    int code = thrd_create(&thread, nothing, 0);
    assert(code == thrd_success || code == thrd_nomem || code == thrd_error);
    if (code == thrd_success)
        thrd_join(thread, 0);
    return 0;
}
