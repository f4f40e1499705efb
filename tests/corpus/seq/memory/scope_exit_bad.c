// A pointer outlives the block whose variable it points to. Known gap: the compiler marks the end of a block only when
// asked for, so the variable is taken to live as long as its function, and the use is not found.
//@ verdict: safe
int main(void)
{
    int *escaped = 0;
    for (int i = 0; i < 2; i++) {
        int local[2] = {i, i};
        if (i == 0)
            escaped = local;
    }
    return escaped[0];
}
