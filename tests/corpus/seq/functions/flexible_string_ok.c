// A name behind a struct that ends within its memory.
//@ flags: --function same --where "entry && string(entry->name) && name && string(name) && !aliases(entry, name)"
//@ verdict: safe
struct entry {
    int key;
    char name[];
};

int same(const struct entry *entry, const char *name)
{
    unsigned at = 0;
    while (entry->name[at] && entry->name[at] == name[at])
        at++;
    return entry->name[at] == name[at];
}
