// A wait that is refused is taken for one that was too long.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <threads.h>
#include <time.h>

int main(void) {
    struct timespec until = {0, 1000000000};
    mtx_t mutex;
    cnd_t condition;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&condition);
    mtx_lock(&mutex);
    assert(cnd_timedwait(&condition, &mutex, &until) == thrd_timedout);  //~ FINDING assert
    mtx_unlock(&mutex);
    return 0;
}
