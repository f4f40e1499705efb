// A pointer to a struct may lead to a constant, but not one that is written through.
//@ flags: --function release --where "file && file->operations && file->data && last"
//@ verdict: safe
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

void release(struct file *file, struct operations *last)
{
    if (file->operations == &cached)
        *file->data = 0;
    last->kind = file->operations->kind;
    free(file->data);
}
