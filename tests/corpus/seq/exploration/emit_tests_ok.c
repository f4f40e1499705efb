// --emit-tests writes an input set per completed path and does not change the verdict.
//@ flags: --emit-tests {tmp}
//@ verdict: safe
//@ runs: 3
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        return 1;
    if (x == 3)
        return 2;
    return 0;
}
