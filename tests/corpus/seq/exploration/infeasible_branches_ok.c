// Decisions about the same input depend on each other: four comparisons of one number give five runs.
//@ verdict: safe
//@ runs: 5
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), above = 0;
    for (int limit = 10; limit <= 40; limit += 10)
        if (x > limit)
            above++;
    return above > 4;
}
