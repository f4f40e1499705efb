// Types and statements that few programs use; some only newer compilers have.
// unsupported: arithmetic on 16- or 128-bit floating point
// unsupported: instruction callbr
// unsupported: integer constants of more than 128 bits
struct three { char c[3]; };
struct three bump(struct three s) { s.c[1]++; return s; }
int local_label(void) { __label__ here; goto here; here: return 1; }
int jumps_from_assembly(int x) { __asm__ goto("" : : "r"(x) : : out); return 1; out: return 2; }
typedef int v3 __attribute__((ext_vector_type(3)));
v3 reversed(v3 a) { return a.zyx + 1; }
void *frame(void) { return __builtin_frame_address(0); }
#if __clang_major__ >= 16 && defined __x86_64__
_Float16 half(_Float16 a) { return a + 1; }
__float128 quad(__float128 a) { return a * 2; }
_BitInt(37) odd(_BitInt(37) x) { return x * 3 + 1; }
_BitInt(200) wide(_BitInt(200) x) { return x * 3 + 1; }
#endif
int main(void) { struct three s = { { 1, 2, 3 } }; v3 v = { 1, 2, 3 }; return bump(s).c[1] + local_label() + jumps_from_assembly(1) + reversed(v).x + (frame() != 0); }
