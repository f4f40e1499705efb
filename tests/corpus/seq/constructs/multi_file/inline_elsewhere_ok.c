// An inline definition gives way to the function that another file defines, and one that has no other is used by both files.
//@ property: assert
//@ verdict: safe
//@ files: inline_other.c
#include <assert.h>

inline int number(void) {
    return 1;
}

inline int common(void) {
    return 3;
}

int other(void);

int main(void) {
    assert(number() == 2);
    assert(common() + other() == 6);
    return 0;
}
