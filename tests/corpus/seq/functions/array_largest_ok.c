// An array as long as another parameter says.
//@ flags: --function largest --where "1 <= count && count <= 4 && size(numbers) >= count * sizeof *numbers"
//@ verdict: safe
//@ assumption: A0304
int largest(const int *numbers, int count)
{
    int best = numbers[0];
    for (int at = 1; at < count; at++)
        if (numbers[at] > best)
            best = numbers[at];
    return best;
}
