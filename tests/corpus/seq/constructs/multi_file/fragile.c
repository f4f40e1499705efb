// A lookup without any check, used by finding_in_other_file_bad.c.
static const int table[4] = {2, 3, 5, 7};

int pick(int index)
{
    return table[index]; //~ FINDING memory-out-of-bounds
}
