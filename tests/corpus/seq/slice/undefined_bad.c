// Whether the second branch reads a defined value depends on the first, which nothing else depends on.
//@ verdict: unsafe
//@ revisions: off on
//@[off] flags: --slice=off
//@[on] flags: --slice=on
int __VERIFIER_nondet_int(void);
int unused;

int main(void) {
    int input = __VERIFIER_nondet_int();
    int maybe;
    if (input > 10)
        maybe = 1;
    if (maybe) //~ FINDING memory-uninitialised
        unused = 1;
    return 0;
}
