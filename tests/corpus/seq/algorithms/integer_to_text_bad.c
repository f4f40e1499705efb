// Converting a number to text by its digits loses the smallest integer, whose negation is itself.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int digits_of(int number, char *out)
{
    int count = 0;
    if (number < 0)
        number = -number;
    do {
        out[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return count;
}

int main(void)
{
    char digits[12];
    int number = __VERIFIER_nondet_int();
    if (number > -2147483000)
        return 0;
    assert(digits_of(number, digits) == 10); //~ FINDING assertion
    return 0;
}
