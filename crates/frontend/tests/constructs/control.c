// Switches (dense, sparse, ranges, fall through, 64-bit), goto, loops, short circuits, conditional values.
int dense(int x) { switch (x) { case 0: return 5; case 1: return 6; case 2: x++; case 3: return x; default: return -1; } }
int sparse(long x) { switch (x) { case -9000000000L: return 1; case 7: return 2; case 1L << 40: return 3; } return 0; }
int range(unsigned char c) { switch (c) { case 'a' ... 'z': return 1; case '0' ... '9': return 2; default: return 3; } }
int jump(int n) { int i = 0; again: if (i < n) { i += 2; goto again; } if (n > 100) goto out; i *= 3; out: return i; }
int loops(int n) {
    int s = 0;
    for (int i = 0, j = n; i < j; i++, j--) { if (i % 3 == 0) continue; if (s > 1000) break; s += i * j; }
    do { s--; } while (s > 50);
    while (n-- > 0) s ^= n;
    return s;
}
int logic(int a, int b, int *p) { return (a && b) || (p && *p > a) ? a ?: b : !a; }
int duff(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) { case 0: do { *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--n > 0); }
    return n;
}
int main(void) {
    char a[8] = "abcdefg", b[8];
    return dense(2) + sparse(7) + range('q') + jump(5) + loops(9) + logic(1, 0, 0) + duff(b, a, 7);
}
