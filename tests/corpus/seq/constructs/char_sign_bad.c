// A plain char above 127 is negative and gives a negative index.
//@ verdict: unsafe
extern char __VERIFIER_nondet_char(void);

static int histogram[256];

int main(void)
{
    char c = __VERIFIER_nondet_char();
    histogram[c]++; //~ FINDING memory-out-of-bounds
    return 0;
}
