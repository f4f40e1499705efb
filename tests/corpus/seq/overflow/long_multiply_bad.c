// Milliseconds from a day count overflow even 64 bits when the count is not bounded.
//@ property: overflow
//@ verdict: unsafe
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long days = __VERIFIER_nondet_long();
    if (days < 0)
        return 0;
    long milliseconds = days * 86400000L; //~ FINDING overflow
    return milliseconds < 0;
}
