// The absolute value of the smallest integer does not exist.
//@ property: overflow
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int magnitude = x < 0 ? -x : x; //~ FINDING overflow
    return magnitude == 3;
}
