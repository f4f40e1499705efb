// An empty file beside a good one.
//@ files: empty.c
//@ exit: 2
//@ error: empty.c
int main(void)
{
    return 0;
}
