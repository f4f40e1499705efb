// Every path that reaches the branch sets the local.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int mode;
    int choice = __VERIFIER_nondet_int();
    if (choice > 10)
        mode = 1;
    if (choice <= 10)
        return 0;
    if (mode)
        return 1;
    return 2;
}
