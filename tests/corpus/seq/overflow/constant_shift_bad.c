// The same of shifts.
//@ property: overflow
//@ verdict: unsafe
int main(void)
{
    int bits = 6 << 40; //~ FINDING shift-out-of-range
    return bits == 0;
}
