// A local array larger than any usual stack.
//@ verdict: unsafe
static int fill(void) //~ FINDING memory-stack-overflow
{
    char huge[100000000];
    huge[0] = 1;
    return huge[0];
}

int main(void)
{
    return fill();
}
