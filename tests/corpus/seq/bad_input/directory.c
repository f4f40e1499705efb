// A directory in place of a file.
//@ flags: {dir}
//@ exit: 2
//@ error: bad_input
int main(void)
{
    return 0;
}
