// The character is converted to unsigned char before it is an index.
//@ verdict: safe
extern char __VERIFIER_nondet_char(void);

static int histogram[256];

int main(void)
{
    char c = __VERIFIER_nondet_char();
    histogram[(unsigned char)c]++;
    return 0;
}
