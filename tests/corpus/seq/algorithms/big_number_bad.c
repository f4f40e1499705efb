// The carry out of the highest digit is lost where a sum is taken to be at least as large as its operands.
//@ verdict: unsafe
#include <assert.h>
#include <stdint.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    uint16_t a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    uint16_t low = (uint16_t)(a + b);
    uint16_t carry = low < a;
    uint32_t sum = (uint32_t)(uint16_t)(0xffff + carry) << 16 | low;
    assert(sum >= 0xffff0000u); //~ FINDING assertion
    return 0;
}
