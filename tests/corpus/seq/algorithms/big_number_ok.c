// Addition of numbers of three 16-bit digits with carry agrees with 64-bit arithmetic.
//@ verdict: safe
#include <assert.h>
#include <stdint.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

#define DIGITS 3

int main(void)
{
    uint16_t a[DIGITS], b[DIGITS], sum[DIGITS];
    uint64_t wide_a = 0, wide_b = 0, wide_sum = 0;
    for (int i = 0; i < DIGITS; i++) {
        a[i] = __VERIFIER_nondet_ushort();
        b[i] = __VERIFIER_nondet_ushort();
        wide_a |= (uint64_t)a[i] << 16 * i;
        wide_b |= (uint64_t)b[i] << 16 * i;
    }
    uint32_t carry = 0;
    for (int i = 0; i < DIGITS; i++) {
        carry += (uint32_t)a[i] + b[i];
        sum[i] = (uint16_t)carry;
        carry >>= 16;
        wide_sum |= (uint64_t)sum[i] << 16 * i;
    }
    wide_sum |= (uint64_t)carry << 48;
    assert(wide_sum == wide_a + wide_b);
    return 0;
}
