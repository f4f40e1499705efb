// With --function a pointer argument may be null.
//@ flags: --function first_value
//@ verdict: unsafe
//@ assumption: A0106
struct pair {
    int first, second;
};

int first_value(const struct pair *p)
{
    return p->first; //~ FINDING memory-null-dereference
}
