// Whatever a local variable holds that nobody assigned, it is the same at each read, and so are its copies.
//@ verdict: safe
//@ property: assert
//@ assumption: A0112
#include <assert.h>
int main(void) {
    int count;
    int copy = count;
    if (count > 10)
        count = 10;
    assert(count <= 10);
    assert(copy >= count);
    assert(copy == count || copy > 10);
    return 0;
}
