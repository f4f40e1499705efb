// Nothing is written to what is no descriptor, nor is it a terminal.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    errno = 0;
    assert(write(-1, "x", 1) == -1 && errno == EBADF);
    errno = 0;
    assert(isatty(-1) == 0 && errno == EBADF);
    assert(dprintf(-1, "x") < 0);
    assert(setlocale(99, "C") == NULL);
    return 0;
}
