// A pointer to a struct may lead to a constant that the program compares it with.
//@ flags: --function release --where "file && file->operations && file->data"
//@ verdict: unsafe
#include <stdlib.h>

struct operations {
    int kind;
};
struct file {
    const struct operations *operations;
    int *data, *cache;
};
const struct operations plain = {1};
const struct operations cached = {2};

void release(struct file *file)
{
    free(file->data);
    if (file->operations == &cached)
        *file->data = 0; //~ FINDING memory-use-after-free
}
