// Static persistent sets come from an analysis that knows nothing of a caller's memory.
//@ flags: --function f --reduce persistent
//@ exit: 2
//@ error: cannot be used with a function whose parameters point to unknown memory
int f(int *p)
{
    return p ? *p : 0;
}
