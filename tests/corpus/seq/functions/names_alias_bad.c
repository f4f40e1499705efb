// The name of one record is longer than there is room for if it is the same record as the other one, too.
//@ flags: --array-elements 4 --function rename --where "a && b && string(b->name)"
//@ verdict: unsafe
struct record {
    int id;
    char *name;
};
static char room[2];

int rename(struct record *a, struct record *b)
{
    if (a != b || !a->name)
        return 0;
    int k = 0;
    for (; b->name[k]; k++)
        room[k] = b->name[k]; //~ FINDING memory-out-of-bounds
    return k;
}
