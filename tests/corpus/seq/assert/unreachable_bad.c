// __builtin_unreachable promises too much: the remainder 3 comes there.
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
    }
    __builtin_unreachable(); //~ FINDING unreachable-executed
}
