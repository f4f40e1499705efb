// Texts of which one may be longer than there is room for; that they end does not say that they are empty.
//@ flags: --array-elements 4 --function copy --where "size(texts) >= count * sizeof *texts && count <= 2 && all(i, count, string(texts[i]))"
//@ verdict: unsafe
static char room[2];

int copy(char **texts, int count)
{
    int all = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; texts[i][k]; k++, all++)
            room[k] = texts[i][k]; //~ FINDING memory-out-of-bounds
    return all;
}
