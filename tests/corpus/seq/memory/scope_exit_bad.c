// A pointer outlives the block whose variable it points to.
//@ verdict: unsafe
int main(void)
{
    int *escaped = 0;
    for (int i = 0; i < 2; i++) {
        int local[2] = {i, i};
        if (i == 0)
            escaped = local;
    }
    return escaped[0]; //~ FINDING memory-stack-use-after-return
}
