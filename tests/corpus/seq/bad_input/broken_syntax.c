// Broken C: the compiler's message is passed on.
//@ exit: 2
//@ error: broken_syntax.c
//@ error: expected
int main(void)
{
    int x = ;
    return x;
}
