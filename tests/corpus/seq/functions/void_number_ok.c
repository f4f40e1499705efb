// What `void *` lead to are the numbers that they are cast to.
//@ flags: --function compare_numbers --where "a && b"
//@ verdict: safe
int compare_numbers(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
