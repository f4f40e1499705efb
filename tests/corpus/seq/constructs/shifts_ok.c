// Arithmetic right shift of negatives rounds down, logical shift fills with zeros.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert((x >> 31) == (x < 0 ? -1 : 0));
    assert(((unsigned)x >> 31) == (x < 0));
    assert(x >= 0 || (x >> 1) < 0);
    assert((-5 >> 1) == -3 && -5 / 2 == -2 && -5 % 2 == -1);
    assert(((unsigned char)x << 4 & 0xff) == (x & 15) * 16);
    return 0;
}
