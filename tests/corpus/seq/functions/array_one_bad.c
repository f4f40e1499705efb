// The element behind the first: what is found is replayed in an array of one element, too.
//@ flags: --function last --where "numbers && size(numbers) == 4"
//@ verdict: unsafe
int last(const int *numbers)
{
    return numbers[numbers[0] & 1]; //~ FINDING memory-out-of-bounds
}
