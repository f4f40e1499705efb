// The library with 32-bit pointers: limits of `long`, variable arguments, structures returned by value.
//@ verdict: safe
//@ flags: -m32
typedef struct {
    int quot, rem;
} div_t;
div_t div(int, int);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
int sprintf(char *, const char *, ...);
int sscanf(const char *, const char *, ...);
int strcmp(const char *, const char *);
char *strtok(char *, const char *);
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int main(void) {
    char text[64];
    assert(strtol("2147483648", 0, 10) == 2147483647 && strtol("-2147483649", 0, 10) == -2147483647 - 1);
    assert(strtoul("4294967295", 0, 10) == 4294967295u && strtoul("4294967296", 0, 10) == 4294967295u);
    sprintf(text, "%d %lld %s %.2f %lu", -5, 1234567890123ll, "x", 2.5, 7ul);
    assert(strcmp(text, "-5 1234567890123 x 2.50 7") == 0);
    int a = 0;
    long long b = 0;
    double d = 0;
    assert(sscanf("7 1234567890123 0.5", "%d %lld %lf", &a, &b, &d) == 3);
    assert(a == 7 && b == 1234567890123ll && d == 0.5);
    div_t parts = div(-7, 2);
    assert(parts.quot == -3 && parts.rem == -1);
    assert(strcmp(strtok(text, " "), "-5") == 0);
    return 0;
}
