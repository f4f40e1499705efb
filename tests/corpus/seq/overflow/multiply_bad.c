// An area from two 16-bit lengths does not fit a signed int.
//@ property: overflow
//@ verdict: unsafe
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short width = __VERIFIER_nondet_ushort();
    unsigned short height = __VERIFIER_nondet_ushort();
    int area = width * height; //~ FINDING overflow
    return area == 0;
}
