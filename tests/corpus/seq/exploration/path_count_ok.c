// Independent decisions multiply: k of them give 2 to the k runs.
//@ verdict: safe
//@ family: K=1..5
//@ flags: --summaries=off
//@ runs: 2 4 8 16 32
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int taken = 0;
    for (int i = 0; i < K; i++)
        if (__VERIFIER_nondet_int() > 0)
            taken++;
    return taken > K;
}
