// An array of one element by its size.
//@ flags: --function last --where "numbers && size(numbers) == 4"
//@ verdict: safe
int last(const int *numbers)
{
    return numbers[numbers[0] & 0];
}
