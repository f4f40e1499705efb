// A bit number of 32 is accepted although the word has bits 0 to 31.
//@ property: overflow
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned bit = __VERIFIER_nondet_uint();
    if (bit > 32)
        return 0;
    unsigned mask = 1u << bit; //~ FINDING shift-out-of-range
    return mask == 0;
}
