// A stack of nodes behind a pointer that callers pass: two calls may work on the same stack or on different ones.
// library: --calls 2 -p race,deadlock
// combination: stack_push stack_push unknown
// combination: stack_push stack_count unsafe R0401
// combination: stack_count stack_count unknown
#include <pthread.h>

struct stack { pthread_mutex_t lock; int used; };

void stack_push(struct stack *stack)
{
    pthread_mutex_lock(&stack->lock);
    stack->used++;
    pthread_mutex_unlock(&stack->lock);
}

int stack_count(struct stack *stack) { return stack->used; }
