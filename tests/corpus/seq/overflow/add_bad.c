// The midpoint of two non-negative indices overflows when both are large.
//@ property: overflow
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    if (low < 0 || high < low)
        return 0;
    int middle = (low + high) / 2; //~ FINDING overflow
    return middle & 1;
}
