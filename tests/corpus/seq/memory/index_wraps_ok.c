// The same with an index that was looked at before.
//@ verdict: safe
//@ property: memory
long __VERIFIER_nondet_long(void);

static long wide[3];
static int narrow[3];

int main(void)
{
    long index = __VERIFIER_nondet_long();
    if (index < 0 || index > 2)
        return 0;
    wide[index] = 1;
    narrow[index] = 2;
    return 0;
}
