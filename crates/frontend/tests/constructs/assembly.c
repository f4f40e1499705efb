// Inline assembly: barriers are fine, instructions are not.
// unsupported: inline assembly "cpuid"
int barrier(int x) { __asm__ volatile("" ::: "memory"); __asm__ volatile("" : "+r"(x)); return x; }
void relax(void) { __asm__ volatile("pause"); __asm__ volatile("mfence" ::: "memory"); }
int opaque(int *p) { __asm__("" : "+m"(*p)); return *p; }
int real(void) { int a = 0, b, c, d; __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d)); return a; }
int main(void) { int x = 1; relax(); return barrier(2) + opaque(&x); }
