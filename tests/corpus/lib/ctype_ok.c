// Every class for every character, through the functions and through the header's tables.
//@ verdict: safe
#include <assert.h>
#include <ctype.h>

int main(void) {
    for (int c = -1; c < 256; c++) {
        int upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
        assert(!isupper(c) == !upper && !(isupper)(c) == !upper);
        assert(!islower(c) == !lower && !(islower)(c) == !lower);
        assert(!isdigit(c) == !digit && !(isdigit)(c) == !digit);
        assert(!isalpha(c) == !(upper || lower) && !(isalpha)(c) == !(upper || lower));
        assert(!isalnum(c) == !(upper || lower || digit) && !(isalnum)(c) == !isalnum(c));
        assert(!isspace(c) == !(c == ' ' || (c >= 9 && c <= 13)) && !(isspace)(c) == !isspace(c));
        assert(!isblank(c) == !(c == ' ' || c == 9) && !(isblank)(c) == !isblank(c));
        assert(!iscntrl(c) == !((c >= 0 && c < 32) || c == 127) && !(iscntrl)(c) == !iscntrl(c));
        assert(!isprint(c) == !(c >= 32 && c < 127) && !(isprint)(c) == !isprint(c));
        assert(!isgraph(c) == !(c > 32 && c < 127) && !(isgraph)(c) == !isgraph(c));
        assert(!ispunct(c) == !(isgraph(c) && !isalnum(c)) && !(ispunct)(c) == !ispunct(c));
        assert(!isxdigit(c) == !(digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
        assert(!(isxdigit)(c) == !isxdigit(c));
        assert(tolower(c) == (upper ? c + 32 : c) && toupper(c) == (lower ? c - 32 : c));
    }
    return 0;
}
