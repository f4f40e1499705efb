// A structure passed by value is a copy: the callee's change does not reach the caller.
//@ verdict: unsafe
#include <assert.h>

struct box {
    int values[6];
    char tag;
};

static void fill(struct box b)
{
    b.values[0] = 1;
    b.tag = 'f';
}

int main(void)
{
    struct box b = {{0}, 'e'};
    fill(b);
    assert(b.tag == 'f'); //~ FINDING assertion
    return 0;
}
