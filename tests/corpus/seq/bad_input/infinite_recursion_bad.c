// Recursion without end overflows the stack.
//@ verdict: unsafe
static int depth_of(int n) //~ FINDING memory-stack-overflow
{
    return 1 + depth_of(n + 1);
}

int main(void)
{
    return depth_of(0) == 0;
}
