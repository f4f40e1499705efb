// Copies of memory that nobody wrote hold what it holds: assignments of structs, memcpy, unions, realloc, parameters.
//@ verdict: safe
//@ property: assert
//@ assumption: A0112
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair {
    char tag;
    int value;
};
union word {
    unsigned whole;
    unsigned char bytes[4];
};
static int value_of(struct pair pair) {
    return pair.value;
}
int main(void) {
    struct pair one, two;
    two = one;
    assert(two.value == one.value);
    assert(value_of(one) == two.value);

    int from[3], to[3];
    memcpy(to, from, sizeof to);
    assert(from[1] < 3 || to[1] >= 3);

    union word word;
    assert(word.bytes[0] == (word.whole & 255));

    int *block = malloc(2 * sizeof *block);
    int second = block[1];
    block = realloc(block, 8 * sizeof *block);
    assert(block[1] == second);
    free(block);
    return 0;
}
