// The loop runs one element past the variable-length array.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
    int squares[n];
    for (unsigned i = 0; i <= n; i++)
        squares[i] = (int)(i * i); //~ FINDING memory-out-of-bounds
    return squares[0];
}
