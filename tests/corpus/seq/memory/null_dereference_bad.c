// A lookup that may find nothing is dereferenced without a test.
//@ verdict: unsafe
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
    return *find(__VERIFIER_nondet_int()); //~ FINDING memory-null-dereference
}
