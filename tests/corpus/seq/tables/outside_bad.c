// A table of 65,536 entries is written at an index that may be one too large.
//@ property: memory
//@ verdict: unsafe
unsigned __VERIFIER_nondet_uint(void);

static unsigned char seen[65536];

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    if (a <= 65536)
        seen[a] = 1; //~ FINDING memory-out-of-bounds
    return 0;
}
