// Conversions between all integer widths and signs: truncation, zero and sign extension.
//@ verdict: safe
#include <assert.h>
#include <stdint.h>
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    int64_t x = __VERIFIER_nondet_long();
    assert((int8_t)x == (int8_t)(int32_t)x);
    assert((uint64_t)(uint32_t)x == ((uint64_t)x & 0xffffffff));
    assert((int64_t)(int16_t)x - x == 0 || x > 32767 || x < -32768);
    assert((uint16_t)(int8_t)-1 == 0xffff && (uint8_t)-1 == 255);
    assert((int32_t)(uint8_t)x == (x & 255));
    int8_t small = (int8_t)x;
    assert((int64_t)small >= -128 && (int64_t)small <= 127);
    assert((unsigned)-1 > 0 && (long)(unsigned)-1 == 4294967295L);
    return 0;
}
