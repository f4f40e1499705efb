// One path leaves the local unset, and a branch then depends on it.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int mode;
    int choice = __VERIFIER_nondet_int();
    if (choice > 10)
        mode = 1;
    if (choice > 20)
        return 0;
    if (mode) //~ FINDING memory-uninitialised
        return 1;
    return 2;
}
