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
    return 6 / (3 - nodes); //~ FINDING division-by-zero
}
