// A queue made of two stacks gives items in the order they came.
//@ verdict: safe
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct stack {
    int items[5];
    int top;
};

static struct stack in, out;

static int take(void)
{
    if (out.top == 0)
        while (in.top > 0)
            out.items[out.top++] = in.items[--in.top];
    return out.items[--out.top];
}

int main(void)
{
    int entered = 0, left = 0;
    for (int i = 0; i < 5; i++) {
        if (left == entered || __VERIFIER_nondet_bool())
            in.items[in.top++] = entered++;
        else
            assert(take() == left++);
    }
    return 0;
}
