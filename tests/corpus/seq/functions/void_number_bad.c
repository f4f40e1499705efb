// Behind the number that a `void *` is cast to there is nothing.
//@ flags: --function compare_numbers --where "a && b"
//@ verdict: unsafe
int compare_numbers(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (((const int *)a)[1] < *(const int *)b); //~ FINDING memory-out-of-bounds
}
