// Compiler builtins that become intrinsics.
#include <stddef.h>
int bits(unsigned x, unsigned long y) { return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctzl(y) + __builtin_parity(x) + __builtin_ffs((int)x) + (int)__builtin_bswap32(x) + (int)__builtin_bitreverse8((unsigned char)x); }
int rotate(unsigned x) { return (int)(__builtin_rotateleft32(x, 5) ^ __builtin_rotateright32(x, 3)); }
int overflow(int a, int b, long c) { int r; long s; unsigned u; return __builtin_add_overflow(a, b, &r) + __builtin_mul_overflow(c, 3, &s) + __builtin_sub_overflow((unsigned)a, 1u, &u) + r; }
void memory(char *a, char *b, size_t n) { __builtin_memcpy(a, b, n); __builtin_memmove(a, b, 4); __builtin_memset(a, 0, n); __builtin___memcpy_chk(a, b, n, __builtin_object_size(a, 0)); }
int hints(int x) { if (__builtin_expect(x > 3, 0)) __builtin_unreachable(); __builtin_prefetch(&x); return __builtin_constant_p(x) + __builtin_constant_p(3); }
int stop(int x) { if (x > 100) __builtin_trap(); return __builtin_abs(x) + __builtin_choose_expr(1, 2, 3); }
void *frame(void) { return __builtin_return_address(0); }
int main(void) { char a[8] = "1234567", b[8] = "abcdefg"; memory(a, b, 8); return bits(5, 8) + rotate(7) + overflow(1, 2, 3) + hints(2) + stop(-3) + (frame() != 0); }
