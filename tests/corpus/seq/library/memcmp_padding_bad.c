// Comparing structures with memcmp looks at padding that was never written.
//@ verdict: unsafe
#include <string.h>

struct padded {
    char tag;
    int value;
};

int main(void)
{
    struct padded a, b;
    a.tag = b.tag = 't';
    a.value = b.value = 5;
    if (memcmp(&a, &b, sizeof a) == 0) //~ FINDING memory-uninitialised
        return 1;
    return 0;
}
