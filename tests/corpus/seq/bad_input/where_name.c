// A precondition that speaks of what does not exist says what there is.
//@ flags: --function f --where "0 <= n && m < 4"
//@ exit: 2
//@ error: there is no parameter, global variable or enumerator `m`; the function has `p`, `n`
//@ error: ^
int f(int *p, int n)
{
    return p[n];
}
