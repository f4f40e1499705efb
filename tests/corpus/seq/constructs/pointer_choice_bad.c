// A pointer chosen among three objects, one of which is too small for the access.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

static int large[8], medium[4], small[2];

int main(void)
{
    int *const choices[3] = {large, medium, small};
    int *p = choices[__VERIFIER_nondet_uint() % 3];
    p[1] = 1;
    p[3] = 2; //~ FINDING memory-out-of-bounds
    return 0;
}
