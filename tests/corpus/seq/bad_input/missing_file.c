// A second file that does not exist.
//@ flags: {dir}/no_such_file.c
//@ exit: 2
//@ error: no_such_file.c
int main(void)
{
    return 0;
}
