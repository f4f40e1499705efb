// In C11 a wrong time is an error like any other.
//@ verdict: safe
#include <assert.h>
#include <threads.h>
#include <time.h>

int main(void) {
    struct timespec many = {0, 1000000000}, past = {-1, 0};
    mtx_t mutex;
    cnd_t condition;
    mtx_init(&mutex, mtx_timed);
    cnd_init(&condition);
    assert(mtx_timedlock(&mutex, &many) == thrd_success);
    assert(mtx_timedlock(&mutex, &many) == thrd_error);
    assert(mtx_timedlock(&mutex, &past) == thrd_timedout);
    assert(cnd_timedwait(&condition, &mutex, &many) == thrd_error);
    // A wait may also end for no reason.
    int code;
    do
        code = cnd_timedwait(&condition, &mutex, &past);
    while (code == thrd_success);
    assert(code == thrd_timedout);
    assert(mtx_unlock(&mutex) == thrd_success);
    assert(tss_set(99, &many) == thrd_error);
    return 0;
}
