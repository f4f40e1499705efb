// A program without main.
//@ exit: 2
//@ error: main
int helper(int x)
{
    return x + 1;
}
