// Kinds of triangles by the lengths of their sides: 1 scalene, 2 isosceles, 3 equilateral, 4 none. An early assertion that
// always fails for some inputs hides a later one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int kind_of(int i, int j, int k) {
    int kind = 0;
    if (i <= 0 || j <= 0 || k <= 0) {
        assert(kind == 0);
        return 4;
    }
    assert(i > 0 && j > 0 && k > 0);
    assert(i + j > 0);
    if (i == j)
        kind += 1;
    if (i == k)
        kind += 2;
    if (j == k)
        kind += 3;
    assert(kind != 3 || j == k);
    if (kind == 0) {
        if (i + j <= k || j + k <= i || i + k <= j)
            return 4;
        assert(i != j && j != k && i != k);
        return 1;
    }
    if (kind > 3) {
        assert(i == j && j == k);
        return 3;
    }
    assert(kind == 1 || kind == 2 || kind == 3);
    if (kind == 1 && i + j > k) {
        assert(i == j);
        return 2;
    }
    if (kind == 2 && i + k > j) {
        assert(i != k); // wrong
        return 2;
    }
    if (kind == 3 && j + k > i) {
        assert(j == k);
        assert(i != j || i != 3);
        return 2;
    }
    return 4;
}

int main(void) {
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (i > 1000 || j > 1000 || k > 1000)
        return 0;
    assert(i != 7); // wrong, and in front of everything else
    int kind = kind_of(i, j, k);
    assert(kind >= 1 && kind <= 4);
    assert(kind != 2 || i != 7 || j != 7); // wrong, and only behind the assertion above
    return 0;
}
