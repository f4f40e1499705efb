// The terminator of the text was forgotten in the size of the block.
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>

struct text {
    size_t length;
    char body[];
};

int main(void)
{
    struct text *t = malloc(sizeof *t + 5);
    t->length = 5;
    memcpy(t->body, "hello", t->length);
    t->body[t->length] = 0; //~ FINDING memory-out-of-bounds
    free(t);
    return 0;
}
