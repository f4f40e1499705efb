// Elements of a flexible array member that are pointers: null, the node itself, or others.
//@ flags: --function busy --where "node && node->count <= 3 && size(node) >= sizeof *node + node->count * sizeof(void *)"
//@ verdict: safe
struct node {
    unsigned count;
    struct node *child[];
};

int busy(const struct node *node)
{
    int found = 0;
    for (unsigned i = 0; i < node->count; i++)
        if (node->child[i] && node->child[i]->count > 0)
            found++;
    return found;
}
