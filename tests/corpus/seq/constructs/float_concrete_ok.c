// Concrete float and double arithmetic rounds as IEEE 754 demands.
//@ verdict: safe
#include <assert.h>

int main(void)
{
    double tenth = 0.1, sum = 0;
    for (int i = 0; i < 10; i++)
        sum += tenth;
    assert(sum != 1.0 && sum > 0.9999999 && sum < 1.0000001);
    float third = 1.0f / 3.0f;
    assert((double)third != 1.0 / 3.0);
    assert((int)-2.9 == -2 && (unsigned char)255.9 == 255);
    assert((float)16777217 == 16777216.0f);
    volatile double zero = 0.0;
    double infinity = 1.0 / zero, not_a_number = zero / zero;
    assert(infinity > 1e308 && not_a_number != not_a_number);
    assert(!(not_a_number < 1) && !(not_a_number >= 1));
    assert(-zero == zero && 1.0 / -zero < 0);
    return 0;
}
