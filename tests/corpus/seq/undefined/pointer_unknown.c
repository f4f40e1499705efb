// A pointer that nobody assigned points nowhere in particular: an access through it has no plain meaning, whatever is checked.
//@ verdict: unknown
//@ property: assert
//@ reason: U0306
#include <assert.h>
int main(void) {
    int *pointer;
    *pointer = 1;
    assert(*pointer == 1);
    return 0;
}
