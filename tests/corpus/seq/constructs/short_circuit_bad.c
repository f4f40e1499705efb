// The operands of && are in the wrong order: the index is used before it is tested.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

static const int table[4] = {3, 1, 4, 1};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (table[i] == 4 && i < 4) //~ FINDING memory-out-of-bounds
        return 1;
    return 0;
}
