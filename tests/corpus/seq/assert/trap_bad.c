// __builtin_trap marks a default that the switch should never take.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    switch (__VERIFIER_nondet_uint() % 4) {
    case 0:
    case 1:
        return 1;
    case 2:
        return 2;
    default:
        __builtin_trap(); //~ FINDING trap
    }
}
