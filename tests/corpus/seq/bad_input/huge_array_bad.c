// The end of a huge array is respected as well.
//@ verdict: unsafe
static char huge[2147483648u];

int main(void)
{
    huge[2147483648u] = 1; //~ FINDING memory-out-of-bounds
    return 0;
}
