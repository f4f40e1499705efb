// A block of `posix_memalign` is freed after its last use.
//@ property: memory
//@ verdict: safe
#include <stdlib.h>

int main(void) {
    int *line;
    if (posix_memalign((void **)&line, 64, 16 * sizeof *line) != 0)
        return 1;
    line[3] = 7;
    int last = line[3];
    free(line);
    return last != 7;
}
