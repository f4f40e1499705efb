// A bound that is no number is a usage error.
//@ flags: --unwind many
//@ exit: 2
//@ error: many
int main(void)
{
    return 0;
}
