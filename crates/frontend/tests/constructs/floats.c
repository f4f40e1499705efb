// float, double and long double: arithmetic, conversion in all directions, comparison, negation.
float f(float a, float b) { return -a * b + a / b - 1.5f; }
double d(double a, int i, unsigned long u) { return a + i - (double)u; }
long double l(long double a, double b, float c) { return a * b + c - 0.1L; }
int to_int(double a, float b, long double c) { return (int)a + (int)(unsigned char)b + (int)(long)c + (int)(unsigned long)a; }
int compare(double a, double b) { return (a < b) + (a <= b) * 2 + (a > b) * 4 + (a >= b) * 8 + (a == b) * 16 + (a != b) * 32 + !a; }
double special(void) { return __builtin_inf() + __builtin_nan("") + 1e-310 + -0.0; }
double math(double x) { return __builtin_fabs(x) + __builtin_copysign(x, -1.0) + __builtin_floor(x); }
int classify(double x) { return __builtin_isnan(x) + __builtin_isinf(x) * 2 + __builtin_isfinite(x) * 4 + (__builtin_signbit(x) != 0); }
float table[] = { 1.0f, -0.5f, 3.4028234e38f, 1e-45f };
long double constant = 3.141592653589793238L;
int main(void) {
    double x = d(2.5, 3, 4); x += 1; x++; float y = (float)x; y /= 3;
    return to_int(x, f(y, 2), l(constant, x, table[1])) + compare(x, y) + classify(special()) + (int)math(x);
}
