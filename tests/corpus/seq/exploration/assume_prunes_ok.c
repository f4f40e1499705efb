// An assumption removes whole subtrees: of eight combinations one is left, and removed runs are not counted.
//@ verdict: safe
//@ flags: --summaries=off
//@ runs: 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    int bits = 0;
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_bool())
            bits |= 1 << i;
    __VERIFIER_assume(bits == 5);
    if (bits != 5)
        reach_error();
    return 0;
}
