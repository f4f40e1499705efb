// A cast takes away the const of a global table, and a store goes through it.
//@ verdict: unsafe
static const int limits[2] = {1, 2};

int main(void)
{
    int *p = (int *)limits;
    p[1] = 3; //~ FINDING memory-write-to-constant
    return 0;
}
