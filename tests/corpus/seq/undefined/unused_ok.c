// Memory that nobody wrote is copied, but nothing depends on it: nothing is assumed of it.
//@ verdict: safe
//@ revisions: assert all
//@[assert] property: assert
//@ output: safe
#include <assert.h>
struct wide {
    char tag;
    long value;
    int spare;
};
int main(void) {
    struct wide one, two;
    one.tag = 1;
    one.value = 2;
    two = one;
    two.spare = two.spare * 0 + 3;
    assert(two.tag == 1 && two.value == 2);
    return 0;
}
