// 128-bit integers where the target has them.
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 u128;
typedef __int128 s128;
u128 big = ((u128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL;
u128 multiply(unsigned long a, unsigned long b) { return (u128)a * b; }
s128 signed_ops(s128 a, s128 b) { return (a / b) % 7 + (a >> 65) - (b << 3) + (a < b); }
unsigned long high(u128 v) { return (unsigned long)(v >> 64); }
double to_double(s128 v) { return (double)v; }
int main(void) { return (int)high(multiply(~0ul, 3) + big) + (int)signed_ops(-5, 2) + (int)to_double(9); }
#else
int main(void) { return 0; }
#endif
