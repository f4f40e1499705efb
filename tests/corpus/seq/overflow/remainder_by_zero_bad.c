// A bucket number modulo a table size that may be zero.
//@ property: overflow
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned hash = __VERIFIER_nondet_uint();
    unsigned buckets = __VERIFIER_nondet_uint();
    if (buckets > 8)
        return 0;
    return (int)(hash % buckets); //~ FINDING division-by-zero
}
