// The error location is reached by exactly one of the four paths.
//@ verdict: unsafe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int door = 0;
    if (__VERIFIER_nondet_bool())
        door |= 1;
    if (__VERIFIER_nondet_bool())
        door |= 2;
    if (door == 3)
        reach_error(); //~ FINDING reach-error
    return 0;
}
