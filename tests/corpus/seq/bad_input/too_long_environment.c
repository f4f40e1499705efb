// A longer variable than any environment has.
//@ exit: 2
//@ error: no environment has more than
//@ flags: --m32 --symbolic-env 4294967295
int main(void) {
    return 0;
}
