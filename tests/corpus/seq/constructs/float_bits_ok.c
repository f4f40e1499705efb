// The bits of concrete floats, and a symbolic integer carried in a float's place without arithmetic.
//@ verdict: safe
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

union number {
    float real;
    uint32_t bits;
};

int main(void)
{
    union number one = {.real = 1.0f};
    assert(one.bits == 0x3f800000);
    uint32_t input = __VERIFIER_nondet_uint();
    union number carried;
    carried.bits = input;
    union number copy = carried;
    assert(copy.bits == input);
    double half = 0.5;
    uint64_t wide;
    memcpy(&wide, &half, sizeof wide);
    assert(wide == 0x3fe0000000000000u);
    return 0;
}
