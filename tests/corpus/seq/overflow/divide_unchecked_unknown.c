// Division by zero ends the path even when overflow is not checked; the verdict is then unknown, not safe.
//@ property: assert
//@ verdict: unknown
//@ reason: U0306
//@ output: division by zero (property overflow)
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int divisor = __VERIFIER_nondet_int();
    if (divisor < 0 || divisor > 3)
        return 0;
    return 12 / divisor;
}
