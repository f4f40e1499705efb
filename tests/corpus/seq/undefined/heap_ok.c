// What was written is defined; the rest of the block may hold anything, but keeps it.
//@ verdict: safe
//@ property: assert
//@ assumption: A0112
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *block = malloc(2 * sizeof *block);
    block[0] = 7;
    int rest = block[1];
    block[0]++;
    assert(block[0] == 8);
    if (block[1] > 3)
        assert(rest > 3);
    free(block);
    return 0;
}
