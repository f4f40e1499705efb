// A function inside of a function is an extension that clang does not have: the message says what to do.
//@ exit: 2
//@ error: a function inside of a function is an extension of gcc
int main(void) {
    int x = 1;
    int add(int y) {
        return x + y;
    }
    return add(2) - 3;
}
