// The bound check excludes N: every symbolic index stays inside the local array.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);

#define N 5

int main(void)
{
    int table[N] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= N)
        return 0;
    table[i] = 7;
    return table[0];
}
