// A counter in a three-bit field wraps at eight.
//@ verdict: unsafe
#include <assert.h>

struct status {
    unsigned ready : 1;
    unsigned retries : 3;
};

int main(void)
{
    struct status s = {1, 0};
    for (int i = 0; i < 9; i++)
        s.retries++;
    assert(s.retries == 9); //~ FINDING assertion
    return 0;
}
