// A product of 64 bits is that of halves of its factors, put together.
//@ verdict: safe
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    uint64_t al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
    uint64_t middle = al * bh + ah * bl;
    uint64_t product = al * bl + (middle << 16) + (ah * bh << 32);
    assert(product == (uint64_t)a * b);
    return 0;
}
