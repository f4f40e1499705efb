// A long chain of cases on a symbolic value costs one run per target.
//@ verdict: safe
//@ runs: <= 9
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), y = 0;
    switch (x) {
    case 1: y = 10; break;
    case 5: y = 50; break;
    case 9: y = 90; break;
    case 100: y = 1000; break;
    case 1000: y = 10000; break;
    case 0x80000000u: y = 5; break;
    default: y = 1;
    }
    if (y == 7)
        reach_error();
    return 0;
}
