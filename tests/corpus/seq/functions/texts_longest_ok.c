// The texts of a vector are copied one after the other: each of them ends, and none is longer than there is room for.
//@ flags: --array-elements 4 --function copy --where "size(texts) >= count * sizeof *texts && count <= 2 && all(i, count, string(texts[i]))"
//@ verdict: safe
static char room[4];

int copy(char **texts, int count)
{
    int all = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; texts[i][k]; k++, all++)
            room[k] = texts[i][k];
    return all;
}
