// A line of input grows as needed; the loop over lines is cut at a bound.
//@ verdict: unknown
//@ flags: --unwind 3
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = 0;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length >= 0) {
        assert(length >= 1 && (size_t)length < size && line[length] == 0);
        for (ssize_t i = 0; i + 1 < length; i++)
            assert(line[i] != '\n');
    }
    free(line);
    return 0;
}
