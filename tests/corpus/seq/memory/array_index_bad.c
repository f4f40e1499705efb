// The bound check lets index N through: one element past the end of a local array is written.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

#define N 5

int main(void)
{
    int table[N] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > N)
        return 0;
    table[i] = 7; //~ FINDING memory-out-of-bounds
    return table[0];
}
