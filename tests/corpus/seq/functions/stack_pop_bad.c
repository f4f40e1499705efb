// The number of elements is decreased behind the access.
//@ flags: --function pop
//@ verdict: unsafe
#include <raddle.h>

struct stack {
    int *data;
    unsigned used, room;
};

int pop(struct stack *stack)
{
    raddle_requires(stack && stack->data && 1 <= stack->room && stack->room <= 4);
    raddle_requires(size(stack->data) == stack->room * sizeof(int) && stack->used <= stack->room);
    if (stack->used == 0)
        return -1;
    int value = stack->data[stack->used--]; //~ FINDING memory-out-of-bounds
    return value;
}
