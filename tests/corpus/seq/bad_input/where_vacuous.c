// A precondition that nothing satisfies must not make a function safe.
//@ flags: --function f --where "n < 0" --where "size(p) > 4 && n == 1"
//@ exit: 2
//@ error: no arguments satisfy
int f(int *p, int n)
{
    return p[n];
}
