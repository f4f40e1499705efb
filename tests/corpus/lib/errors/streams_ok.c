// The input cannot be written, an output cannot be read: the call fails, errno and the stream say so.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    int number;
    errno = 0;
    assert(fputs("x", stdin) == EOF && errno == EBADF && ferror(stdin));
    clearerr(stdin);
    assert(!ferror(stdin));
    assert(fprintf(stdin, "x") < 0 && fputc('x', stdin) == EOF && fwrite("x", 1, 1, stdin) == 0);
    errno = 0;
    assert(fgetc(stdout) == EOF && errno == EBADF && ferror(stdout) && !feof(stdout));
    errno = 0;
    assert(fscanf(stderr, "%d", &number) == EOF && errno == EBADF);
    assert(setvbuf(stderr, NULL, 9, 0) != 0);
    return 0;
}
