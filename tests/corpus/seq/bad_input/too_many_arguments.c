// More arguments than any system hands over.
//@ exit: 2
//@ error: no system hands over more than
//@ flags: --symbolic-args 4294967295,4294967295
int main(int argc, char **argv) {
    return argc > 1 && argv[1][0];
}
