// An array slot that was never written is used as an index.
//@ verdict: unsafe
int main(void)
{
    int order[4];
    int data[4] = {0};
    order[0] = 0;
    order[1] = 1;
    order[3] = 3;
    for (int i = 0; i < 4; i++)
        data[order[i]]++; //~ FINDING memory-uninitialised
    return 0;
}
