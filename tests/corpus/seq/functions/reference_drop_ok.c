// The last reference frees the object.
//@ flags: --function drop --where "object && object->references > 0"
//@ verdict: safe
#include <stdlib.h>
struct object {
    unsigned references;
};

unsigned drop(struct object *object)
{
    unsigned left = --object->references;
    if (left == 0)
        free(object);
    return left;
}
