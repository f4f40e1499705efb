// An index that nobody assigned is any number; where it was tested first the access is inside of the array.
//@ verdict: safe
//@ property: assert
//@ assumption: A0112
#include <assert.h>
int main(void) {
    int squares[4] = {0, 1, 4, 9};
    unsigned index;
    if (index < 4)
        assert(squares[index] == (int)(index * index));
    return 0;
}
