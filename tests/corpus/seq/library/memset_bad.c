// The size of the pointer is cleared instead of the size of what it points to.
//@ verdict: unsafe
#include <string.h>

struct small {
    int x;
};

static void clear(struct small *s)
{
    memset(s, 0, sizeof s); //~ FINDING memory-out-of-bounds
}

int main(void)
{
    struct small s;
    clear(&s);
    return s.x;
}
