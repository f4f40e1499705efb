// _Generic chooses by type, typeof repeats one, statement expressions have a value.
//@ verdict: safe
#include <assert.h>

#define kind_of(x) _Generic((x), char: 1, int: 2, double: 3, char *: 4, default: 5)
#define larger(a, b) ({ __typeof__(a) left = (a), right = (b); left > right ? left : right; })

int main(void)
{
    char c = 'c';
    assert(kind_of(c) == 1 && kind_of('c') == 2 && kind_of(1.0) == 3);
    assert(kind_of("text") == 4 && kind_of(1L) == 5);
    int calls = 0;
    assert(larger(++calls, 0) == 1 && calls == 1);
    return 0;
}
