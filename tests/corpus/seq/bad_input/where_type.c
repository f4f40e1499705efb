// A precondition with a type error.
//@ flags: --function f --where "p->x == 1"
//@ exit: 2
//@ error: `int` is no struct
int f(int *p, int n)
{
    return p[n];
}
