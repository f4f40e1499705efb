// Input that the preprocessor has already seen, with a failure.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if ((x & 0xff) == 0x5a)
        reach_error(); //~ FINDING reach-error
    return 0;
}
