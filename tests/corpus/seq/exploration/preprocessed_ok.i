// Input that the preprocessor has already seen.
//@ verdict: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

# 100 "original_name.c"
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if ((x | 1) == 0)
        reach_error();
    return 0;
}
