// Comparing by subtraction overflows for operands of different sign.
//@ property: overflow
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

static int compare(int a, int b)
{
    return a - b; //~ FINDING overflow
}

int main(void)
{
    return compare(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) < 0;
}
