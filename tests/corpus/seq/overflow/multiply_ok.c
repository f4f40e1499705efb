// One operand is widened before the product, which then fits.
//@ property: overflow
//@ verdict: safe
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short width = __VERIFIER_nondet_ushort();
    unsigned short height = __VERIFIER_nondet_ushort();
    long long area = (long long)width * height;
    return area == 0;
}
