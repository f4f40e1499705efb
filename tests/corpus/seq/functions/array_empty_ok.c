// Of an array without elements, none is read.
//@ flags: --function largest --where "0 <= count && count <= 4 && numbers && size(numbers) >= count * sizeof *numbers"
//@ verdict: safe
int largest(const int *numbers, int count)
{
    if (count == 0)
        return 0;
    int best = numbers[0];
    for (int at = 1; at < count; at++)
        if (numbers[at] > best)
            best = numbers[at];
    return best;
}
