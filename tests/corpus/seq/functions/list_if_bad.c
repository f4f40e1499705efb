// One more node than was thought of.
//@ flags: --function length --where "whole ==> ends(list, next, 3)"
//@ verdict: unsafe
struct node {
    struct node *next;
};

int length(struct node *list, int whole)
{
    int nodes = 0;
    for (struct node *at = list; whole && at; at = at->next)
        nodes++;
    static const int names[3] = {1, 2, 3};
    return names[nodes]; //~ FINDING memory-out-of-bounds
}
