// Decisions about the same input depend on each other: four comparisons of one number give five runs, or one where the sides are joined.
//@ verdict: safe
//@ revisions: followed joined
//@[followed] flags: --no-joins
//@[followed] runs: 5
//@[joined] runs: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), above = 0;
    for (int limit = 10; limit <= 40; limit += 10)
        if (x > limit)
            above++;
    return above > 4;
}
