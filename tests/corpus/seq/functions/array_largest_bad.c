// One element too many is looked at.
//@ flags: --function largest --where "1 <= count && count <= 4 && size(numbers) >= count * sizeof *numbers"
//@ verdict: unsafe
int largest(const int *numbers, int count)
{
    int best = numbers[0];
    for (int at = 1; at <= count; at++)
        if (numbers[at] > best) //~ FINDING memory-out-of-bounds
            best = numbers[at];
    return best;
}
