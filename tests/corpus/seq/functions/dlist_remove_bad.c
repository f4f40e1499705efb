// The last node has no next one.
//@ flags: --function take_out --where "list && node"
//@ verdict: unsafe
struct node {
    int value;
    struct node *next, *before;
};
struct list {
    struct node *first, *last;
};

void take_out(struct list *list, struct node *node)
{
    if (node->before)
        node->before->next = node->next;
    else
        list->first = node->next;
    node->next->before = node->before; //~ FINDING memory-null-dereference
    node->next = node->before = 0;
}
