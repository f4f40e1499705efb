// 2^BITS feasible paths over one symbolic input, all of which are completed.
#ifndef BITS
#define BITS 16
#endif

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned input = __VERIFIER_nondet_uint();
    unsigned ones = 0;
    for (int bit = 0; bit < BITS; bit++)
        if (input >> bit & 1)
            ones++;
    return ones > BITS;
}
