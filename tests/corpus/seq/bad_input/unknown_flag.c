// A flag that does not exist is a usage error.
//@ flags: --no-such-flag
//@ exit: 2
//@ error: --no-such-flag
int main(void)
{
    return 0;
}
