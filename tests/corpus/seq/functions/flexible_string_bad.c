// The name of the caller may end first.
//@ flags: --function same --where "entry && string(entry->name) && name && string(name) && !aliases(entry, name)"
//@ verdict: unsafe
struct entry {
    int key;
    char name[];
};

int same(const struct entry *entry, const char *name)
{
    unsigned at = 0;
    while (entry->name[at] && name[at] != 1) //~ FINDING memory-out-of-bounds
        at++;
    return entry->name[at] == name[at]; //~ FINDING memory-out-of-bounds
}
