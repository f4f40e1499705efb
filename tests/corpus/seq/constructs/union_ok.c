// A union shows the bytes of what was stored last, in little-endian order.
//@ verdict: safe
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

union word {
    uint32_t whole;
    uint16_t halves[2];
    uint8_t bytes[4];
};

int main(void)
{
    union word w;
    w.whole = __VERIFIER_nondet_uint();
    assert(w.halves[0] == (uint16_t)w.whole);
    assert(w.bytes[3] == w.whole >> 24);
    uint32_t before = w.whole;
    w.bytes[1] ^= 0xff;
    assert(w.whole == (before ^ 0xff00));
    return 0;
}
