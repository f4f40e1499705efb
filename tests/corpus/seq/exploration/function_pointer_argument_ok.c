// With --function a pointer argument that is not null points to an arbitrary object of its type.
//@ flags: --function smaller
//@ verdict: safe
//@ assumption: A0106
#include <assert.h>

struct pair {
    int first, second;
};

int smaller(const struct pair *p)
{
    if (!p)
        return 0;
    int result = p->first < p->second ? p->first : p->second;
    assert(result <= p->first && result <= p->second);
    return result;
}
