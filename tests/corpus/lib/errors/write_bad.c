// A descriptor that was never opened.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(write(-1, "x", 1) == 1);  //~ FINDING assert
    return 0;
}
