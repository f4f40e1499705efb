// A hexadecimal digit is converted as if letters were only upper case.
//@ verdict: unsafe
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int digit_value(int c)
{
    return isdigit(c) ? c - '0' : c - 'A' + 10;
}

int main(void)
{
    int c = __VERIFIER_nondet_uchar();
    if (!isxdigit(c))
        return 0;
    assert(digit_value(c) < 16); //~ FINDING assertion
    return 0;
}
