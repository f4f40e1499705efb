// The object is looked at after it was freed.
//@ flags: --function drop --where "object && object->references > 0"
//@ verdict: unsafe
#include <stdlib.h>
struct object {
    unsigned references;
};

unsigned drop(struct object *object)
{
    if (--object->references == 0)
        free(object);
    return object->references; //~ FINDING memory-use-after-free
}
