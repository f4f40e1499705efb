// Two files: the failing line is in the other one.
//@ files: fragile.c
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);
extern int pick(int index);

int main(void)
{
    return pick(__VERIFIER_nondet_int());
}
