// A block of `posix_memalign` is used after it was freed.
//@ property: memory
//@ verdict: unsafe
#include <stdlib.h>

int main(void) {
    int *line;
    if (posix_memalign((void **)&line, 64, 16 * sizeof *line) != 0)
        return 1;
    line[3] = 7;
    free(line);
    return line[3] == 7; //~ FINDING memory-use-after-free
}
