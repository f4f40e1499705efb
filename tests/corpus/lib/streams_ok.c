// The standard streams: giving a character back, the end of the input, flushing.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = fgetc(stdin);
    if (c != EOF) {
        assert(c >= 0 && c <= 255 && !feof(stdin));
        assert(ungetc(c, stdin) == c && getc(stdin) == c);
    } else {
        assert(feof(stdin) && getchar() == EOF);
    }
    assert(fflush(stdout) == 0 && fflush(NULL) == 0 && !ferror(stderr));
    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
    assert(fprintf(stdout, "%d\n", 5) == 2 && fputs("x", stderr) >= 0 && fputc('y', stdout) == 'y');
    setbuf(stdout, NULL);
    return 0;
}
