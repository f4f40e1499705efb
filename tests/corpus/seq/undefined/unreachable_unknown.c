// Code that must not be reached is reached: not asked about, it is no finding, but nothing is known of what follows.
//@ verdict: unknown
//@ property: overflow
//@ reason: U0306
extern int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int() == 5)
        __builtin_unreachable();
    return 0;
}
