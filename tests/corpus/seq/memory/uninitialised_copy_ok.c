// Copying a structure whose padding and unused field were never set is no use of them.
//@ verdict: safe
#include <assert.h>

struct message {
    char tag;
    int body;
    int unused;
};

int main(void)
{
    struct message first;
    first.tag = 'm';
    first.body = 3;
    struct message second = first;
    assert(second.tag == 'm' && second.body == 3);
    return 0;
}
