// GCC vector extensions: element-wise arithmetic, comparison, shuffles, conversion, subscripts.
typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
v4si add(v4si a, v4si b) { return a + b * 3 - (a & b) + (a << 1); }
v4sf scale(v4sf a, float k) { return a * k; }
v4si less(v4si a, v4si b) { return a < b; }
int pick(v4si a, int i) { a[i] += 2; return a[i] + a[0]; }
v4si mix(v4si a, v4si b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
v8hi reinterpret(v4si a) { return (v8hi)a; }
typedef int v8si __attribute__((vector_size(32)));
typedef double v4df __attribute__((vector_size(32)));
v4df wide(v8si a) { return (v4df)a; }
typedef short v2hi __attribute__((vector_size(4)));
int packed(v2hi a) { return (int)a; }
v4sf convert(v4si a) { return __builtin_convertvector(a, v4sf); }
v4si global = { 1, 2, 3, 4 };
int main(void) { v4si a = { 1, 2, 3, 4 }; v8si w = { 1 }; v2hi h = { 1, 2 }; return packed(h) + (int)wide(w)[0] + pick(add(a, global), 2) + less(a, global)[1] + mix(a, a)[3] + reinterpret(a)[4] + (int)scale(convert(a), 2)[2]; }
