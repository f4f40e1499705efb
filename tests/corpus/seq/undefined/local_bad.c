// A local variable that nobody assigned may hold any value: where memory is not checked the assertion can fail.
//@ verdict: unsafe
//@ revisions: assert all
//@[assert] property: assert
#include <assert.h>
int main(void) {
    int count;
    if (count > 10)  //~[all] FINDING memory-uninitialised
        count = 10;
    assert(count >= 0);  //~[assert] FINDING assert
    return 0;
}
