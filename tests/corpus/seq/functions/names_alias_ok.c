// The name of one record is copied; the other may be the same record.
//@ flags: --array-elements 4 --function rename --where "a && b && string(b->name)"
//@ verdict: safe
struct record {
    int id;
    char *name;
};
static char room[4];

int rename(struct record *a, struct record *b)
{
    if (a != b || !a->name)
        return 0;
    int k = 0;
    for (; b->name[k]; k++)
        room[k] = b->name[k];
    return k;
}
