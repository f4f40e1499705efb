// String literals, arrays of them, character arithmetic, pointers into them.
static const char *month[] = { "jan", "feb", "mar" };
unsigned length(const char *s) { const char *p = s; while (*p) p++; return (unsigned)(p - s); }
void reverse(char *s) { for (char *a = s, *b = s + length(s) - 1; a < b; a++, b--) { char t = *a; *a = *b; *b = t; } }
int same(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a == *b; }
int main(void) { char buffer[] = "hello" " " "world"; reverse(buffer); return same(month[0], "jan") + "digits"[2] + (int)length(buffer); }
