// An element that may be null is looked through.
//@ flags: --function busy --where "node && node->count <= 3 && size(node) >= sizeof *node + node->count * sizeof(void *)"
//@ verdict: unsafe
struct node {
    unsigned count;
    struct node *child[];
};

int busy(const struct node *node)
{
    int found = 0;
    for (unsigned i = 0; i < node->count; i++)
        if (node->child[i]->count > 0) //~ FINDING memory-null-dereference
            found++;
    return found;
}
