// An index so large that eight times it wraps around to a small offset, and four times it does not: what it reaches then is no object.
//@ verdict: unsafe
//@ property: memory
long __VERIFIER_nondet_long(void);

static long wide[3];
static int narrow[3];

int main(void)
{
    long index = __VERIFIER_nondet_long();
    wide[index] = 1; //~ FINDING memory-out-of-bounds
    narrow[index] = 2; //~ FINDING memory-wild-dereference
    return 0;
}
