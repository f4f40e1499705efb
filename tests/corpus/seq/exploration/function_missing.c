// --function with a name that is not there is an input error.
//@ flags: --function absent
//@ exit: 2
//@ error: absent
int present(int x)
{
    return x;
}
