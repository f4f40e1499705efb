// Formatted input from known text.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int a = 0, b = 0, n = 0;
    unsigned x = 0;
    long l = 0;
    short h = 0;
    double d = 0;
    float f = 0;
    char word[8], c = 0, rest[8];
    assert(sscanf("12 -7", "%d%d", &a, &b) == 2 && a == 12 && b == -7);
    assert(sscanf("ff 077 0x10", "%x %o %i", &x, (unsigned *)&a, &b) == 3 && x == 255 && a == 63 && b == 16);
    assert(sscanf("12345", "%2d%n", &a, &n) == 1 && a == 12 && n == 2);
    assert(sscanf("5:6", "%d:%d", &a, &b) == 2 && a == 5 && b == 6);
    assert(sscanf("5;6", "%d:%d", &a, &b) == 1);
    assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0);
    assert(sscanf("  hello world", "%7s", word) == 1 && strcmp(word, "hello") == 0);
    assert(sscanf("abcdef", "%3s%c", word, &c) == 2 && strcmp(word, "abc") == 0 && c == 'd');
    assert(sscanf("key=value", "%[a-z]=%7[^\n]", word, rest) == 2 && strcmp(word, "key") == 0 && strcmp(rest, "value") == 0);
    assert(sscanf("1 2 3", "%*d %d", &a) == 1 && a == 2);
    assert(sscanf("123456789012 -3", "%ld %hd", &l, &h) == 2 && l == 123456789012 && h == -3);
    assert(sscanf("2.5 1e3", "%lf %f", &d, &f) == 2 && d == 2.5 && f == 1000.0f);
    assert(sscanf("50%", "%d%%", &a) == 1 && a == 50);
    return 0;
}
