// Flags that exclude each other are a usage error.
//@ flags: --function main --symbolic-args 1
//@ exit: 2
//@ error: --symbolic-args
int main(void)
{
    return 0;
}
