// The same for a list that may go round in a circle: then the first node is met again and linked once more.
//@ flags: --function reverse --unwind 3
//@ verdict: unsafe
//@ output: next -> node#1
//@ reason: U0101
#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct node *reverse(struct node *list)
{
    struct node *first = list, *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    if (first)
        assert(first->next == NULL); //~ FINDING assertion
    return done;
}
