// Nothing is written to the input.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(fputs("x", stdin) >= 0);  //~ FINDING assert
    return 0;
}
