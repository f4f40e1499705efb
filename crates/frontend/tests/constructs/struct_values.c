// Structs passed and returned by value, one for each way an ABI may choose.
struct empty_tail { char c; };
struct two_ints { int a, b; };
struct two_longs { long a, b; };
struct int_double { int i; double d; };
struct floats2 { float x, y; };
struct floats3 { float x, y, z; };
struct floats4 { float x, y, z, w; };
struct doubles2 { double x, y; };
struct mixed { char c; short s; int i; float f; };
struct large { long v[5]; };
struct nested { struct two_ints p; struct floats2 q; };
struct long_double { long double v; };
struct pointer_pair { void *p; int (*f)(int); };
struct odd { char c[3]; };
struct thirteen { char c[13]; };

#define ROUND(T) struct T round_##T(struct T v, int k) { if (k) return v; struct T w = v; return w; }
ROUND(empty_tail) ROUND(two_ints) ROUND(two_longs) ROUND(int_double) ROUND(floats2) ROUND(floats3)
ROUND(floats4) ROUND(doubles2) ROUND(mixed) ROUND(large) ROUND(nested) ROUND(long_double)
ROUND(pointer_pair) ROUND(odd) ROUND(thirteen)

long many(struct two_longs a, struct two_longs b, struct two_longs c, struct large d, struct two_ints e) {
    return a.a + b.b + c.a + d.v[4] + e.b;
}
int main(void) {
    struct two_longs l = { 1, 2 };
    struct large g = { { 1, 2, 3, 4, 5 } };
    struct two_ints i = { 3, 4 };
    struct nested n = { { 1, 2 }, { 3.0f, 4.0f } };
    struct floats4 f = { 1, 2, 3, 4 };
    struct long_double d = { 1.25L };
    return (int)many(l, round_two_longs(l, 1), l, round_large(g, 0), round_two_ints(i, 1))
        + round_nested(n, 0).p.b + (int)round_floats4(f, 1).w + (int)round_long_double(d, 1).v;
}
