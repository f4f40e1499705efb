// A file of an unknown kind.
//@ flags: {dir}/notes.txt
//@ exit: 2
//@ error: notes.txt
int main(void)
{
    return 0;
}
