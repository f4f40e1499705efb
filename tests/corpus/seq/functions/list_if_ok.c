// A list is walked where a flag says that it may be, and only then a precondition says that it ends.
//@ flags: --function length --where "whole ==> ends(list, next, 3)"
//@ verdict: safe
struct node {
    struct node *next;
};

int length(struct node *list, int whole)
{
    int nodes = 0;
    for (struct node *at = list; whole && at; at = at->next)
        nodes++;
    static const int names[4] = {1, 2, 3, 4};
    return names[nodes];
}
