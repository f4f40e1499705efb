// Quotient and remainder of other operands do not make up the dividend.
//@ verdict: unsafe
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

static void masked(void) {
    unsigned a = __VERIFIER_nondet_uint() & 0xffffff, b = __VERIFIER_nondet_uint() & 0xffffff;
    if (b == 0)
        return;
    unsigned q = a / b, r = a % b;
    assert((q + (a == 77)) * b + r == a && r < b); //~ FINDING assertion
}

static void narrow(void) {
    uint16_t a = (uint16_t)__VERIFIER_nondet_uint(), b = (uint16_t)__VERIFIER_nondet_uint();
    if (b == 0)
        return;
    uint16_t q = a / b, r = a % b;
    assert(a - b * q == r);
}

static void with_signs(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0 || b == -1)
        return;
    int q = a / b;
    assert(a - q * b == a % b);
}

/* A quotient that does not fit: -128 / -1 is 128, and 128 * -1 is not -128 in a signed char. */
static void least(void) {
    signed char a = (signed char)__VERIFIER_nondet_int(), b = (signed char)__VERIFIER_nondet_int();
    if (b == 0)
        return;
    signed char q = (signed char)(a / b);
    assert(q * b == a - a % b); //~ FINDING assertion
}

/* A product that fits its type is divided by its factors. */
static void product(void) {
    uint64_t a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    uint64_t p = a * b;
    if (b != 0)
        assert(p / b == a && p % b == 0);
}

int main(void) {
    masked();
    narrow();
    with_signs();
    least();
    product();
    return 0;
}
