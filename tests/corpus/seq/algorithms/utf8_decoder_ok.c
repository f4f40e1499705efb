// The decoder checks each continuation byte; what it accepts is encoded to the same bytes again.
//@ verdict: safe
#include <assert.h>
#include <raddle.h>

static unsigned decode(const unsigned char *s, unsigned *length)
{
    *length = 1;
    if (s[0] < 0x80)
        return s[0];
    if (s[0] >= 0xc2 && s[0] < 0xe0 && (s[1] & 0xc0) == 0x80) {
        *length = 2;
        return (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
    }
    return 0xfffd;
}

int main(void)
{
    unsigned char text[3] = {0};
    raddle_make_symbolic(text, 2, "text");
    unsigned length;
    unsigned point = decode(text, &length);
    if (length == 2) {
        assert(point >= 0x80 && point < 0x800);
        assert(text[0] == (0xc0 | point >> 6) && text[1] == (0x80 | (point & 0x3f)));
    }
    return 0;
}
