// One path leaves the function without a value, and the caller uses it.
//@ verdict: unsafe
//@ revisions: whole guided
//@[guided] flags: --per-property
extern int __VERIFIER_nondet_int(void);

static int sign(int x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}

int main(void)
{
    if (sign(__VERIFIER_nondet_int()) > 0) //~ FINDING memory-uninitialised
        return 1;
    return 0;
}
