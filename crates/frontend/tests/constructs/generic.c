// C11 and GNU conveniences: _Generic, _Static_assert, statement expressions, typeof, _Alignas, offsetof, complex.
#include <stddef.h>
_Static_assert(sizeof(int) == 4, "int");
#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
struct s { char c; _Alignas(32) int v; double d; };
_Complex double square(_Complex double z) { return z * z; }
_Complex float product(_Complex float a, float b) { return a * b; }
int nested(int x) { return ({ int y = x * 2; y + 1; }); }
int main(void) { _Complex double z = 1.0 + 2.0i; return MAX(1, 2) + KIND(2.0) + KIND("x") + (int)offsetof(struct s, d) + (int)__real__ square(z) + (int)__imag__ product(2.0f, 3) + nested(3); }
