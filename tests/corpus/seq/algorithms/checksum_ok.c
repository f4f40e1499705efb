// A table-driven checksum equals the bitwise one for every symbolic byte.
//@ verdict: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char table[16];

static unsigned char bitwise(unsigned char value, int bits)
{
    for (int i = 0; i < bits; i++)
        value = (unsigned char)(value & 0x80 ? value << 1 ^ 0x07 : value << 1);
    return value;
}

int main(void)
{
    for (int i = 0; i < 16; i++)
        table[i] = bitwise((unsigned char)(i << 4), 4);
    unsigned char value = __VERIFIER_nondet_uchar();
    unsigned char fast = (unsigned char)(value << 4 ^ table[value >> 4]);
    assert(fast == bitwise(value, 4));
    return 0;
}
