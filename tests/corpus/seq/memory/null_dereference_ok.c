// The result of the lookup is tested first.
//@ verdict: safe
extern int __VERIFIER_nondet_int(void);

static int values[3] = {10, 20, 30};

static int *find(int wanted)
{
    for (int i = 0; i < 3; i++)
        if (values[i] == wanted)
            return &values[i];
    return 0;
}

int main(void)
{
    int *found = find(__VERIFIER_nondet_int());
    return found ? *found : -1;
}
