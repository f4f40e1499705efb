// The first element of an array is taken for the largest so far, and there may be none.
//@ flags: --function largest --where "0 <= count && count <= 4 && numbers && size(numbers) >= count * sizeof *numbers"
//@ verdict: unsafe
int largest(const int *numbers, int count)
{
    int best = numbers[0]; //~ FINDING memory-out-of-bounds
    for (int at = 1; at < count; at++)
        if (numbers[at] > best)
            best = numbers[at];
    return best;
}
