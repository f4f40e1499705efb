// Binary search whose upper bound starts one too high: a key above all others is compared with what lies behind.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

static const int sorted[6] = {2, 3, 5, 8, 13, 21};

static int find(int key)
{
    int low = 0, high = 6;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == key) //~ FINDING memory-out-of-bounds
            return middle;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    return find(__VERIFIER_nondet_int()) == 3;
}
