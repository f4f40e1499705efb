// The comma operator sequences; sizeof and typeof do not evaluate; offsetof and alignment agree with the layout.
//@ verdict: safe
#include <assert.h>
#include <stddef.h>

struct layout {
    char a;
    long b;
    short c;
    char d[3];
} ;

struct __attribute__((packed)) tight {
    char a;
    long b;
};

int main(void)
{
    int i = 0;
    int last = (i++, i += 5, i * 2);
    assert(last == 12 && i == 6);
    assert(sizeof(i++) == 4 && i == 6);
    assert(offsetof(struct layout, b) == 8 && offsetof(struct layout, d) == 18);
    assert(sizeof(struct layout) == 24 && _Alignof(struct layout) == 8);
    assert(sizeof(struct tight) == 9);
    struct tight t = {1, -7};
    assert(t.b == -7);
    _Static_assert(sizeof(void *) == 8, "64-bit");
    return 0;
}
