// The digits are taken from the unsigned magnitude.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int digits_of(int number, char *out)
{
    int count = 0;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        out[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    return count;
}

int main(void)
{
    char digits[12];
    int number = __VERIFIER_nondet_int();
    if (number > -2147483000)
        return 0;
    assert(digits_of(number, digits) == 10);
    assert(digits[9] == '2' && digits[3] == '3');
    return 0;
}
