// Counting in steps of a tenth never meets one exactly.
//@ verdict: unsafe
#include <assert.h>

int main(void)
{
    double x = 0;
    for (int i = 0; i < 10; i++)
        x += 0.1;
    assert(x == 1.0); //~ FINDING assertion
    return 0;
}
