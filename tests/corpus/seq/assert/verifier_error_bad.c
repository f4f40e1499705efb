// The older spelling of an error location, reached through a short-circuit condition.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a > 10 && b == a - 3 && b % 2 == 0)
        __VERIFIER_error(); //~ FINDING reach-error
    return 0;
}
