// 128-bit products, quotients and shifts.
//@ verdict: safe
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

typedef unsigned __int128 wide;

int main(void)
{
    unsigned long x = __VERIFIER_nondet_ulong();
    wide square = (wide)0xffffffffffffffffUL * 0xffffffffffffffffUL;
    assert((unsigned long)(square >> 64) == 0xfffffffffffffffeUL && (unsigned long)square == 1);
    wide shifted = (wide)x << 64;
    assert((unsigned long)(shifted >> 64) == x && (unsigned long)shifted == 0);
    wide sum = (wide)x + x;
    assert((unsigned long)(sum >> 64) == x >> 63);
    __int128 negative = -(__int128)1000000007 * 1000000009;
    assert(negative / 1000000009 == -1000000007 && negative < 0);
    return 0;
}
