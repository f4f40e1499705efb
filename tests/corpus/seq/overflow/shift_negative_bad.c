// Rotating by zero shifts right by the full width.
//@ property: overflow
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rotate_left(unsigned value, unsigned count)
{
    return value << count | value >> (32 - count); //~ FINDING shift-out-of-range
}

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 31)
        return 0;
    return rotate_left(0x80000001u, count) == 0;
}
