// A look-behind at position 0 reads the element before a global array.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

static int samples[4] = {1, 2, 3, 4};

static int step_at(unsigned position)
{
    return samples[position] - samples[(int)position - 1]; //~ FINDING memory-out-of-bounds
}

int main(void)
{
    unsigned position = __VERIFIER_nondet_uint() % 4;
    return step_at(position);
}
