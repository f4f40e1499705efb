// A pointer argument that may be null, indexed by another argument: each way to go wrong is confirmed by replay.
//@ flags: --function element
//@ verdict: unsafe
int element(const int *numbers, int index)
{
    return numbers[index]; //~ FINDING memory-null-dereference //~ FINDING memory-out-of-bounds
}
