// More random bytes at once than getentropy gives, and flags that getrandom does not have.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <sys/random.h>
#include <unistd.h>

int main(void) {
    char bytes[300];
    errno = 0;
    assert(getentropy(bytes, 257) == -1 && errno == EIO);
    errno = 0;
    assert(getrandom(bytes, 4, 0xff00) == -1 && errno == EINVAL);
    assert(getrandom(bytes, 4, 0) == 4);
    return 0;
}
