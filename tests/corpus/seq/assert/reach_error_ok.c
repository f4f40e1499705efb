// The two decisions exclude each other, so the error location cannot be reached.
//@ verdict: safe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int door = 0;
    if (__VERIFIER_nondet_bool())
        door |= 1;
    else if (__VERIFIER_nondet_bool())
        door |= 2;
    if (door == 3)
        reach_error();
    return 0;
}
