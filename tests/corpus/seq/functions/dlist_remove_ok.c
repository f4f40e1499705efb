// A node of a doubly linked list is taken out wherever it is.
//@ flags: --function take_out --where "list && node"
//@ verdict: safe
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
    if (node->next)
        node->next->before = node->before;
    else
        list->last = node->before;
    node->next = node->before = 0;
}
