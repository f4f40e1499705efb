// The decoder trusts the lead byte and reads continuation bytes behind the end of the text.
//@ verdict: unsafe
#include <raddle.h>

static unsigned decode(const unsigned char *s, unsigned *length)
{
    if (s[0] < 0x80) {
        *length = 1;
        return s[0];
    }
    if (s[0] < 0xe0) {
        *length = 2;
        return (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
    }
    *length = 3;
    return (s[0] & 0x0fu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu); //~ FINDING memory-out-of-bounds
}

int main(void)
{
    unsigned char text[3] = {0};
    raddle_make_symbolic(text, 2, "text");
    unsigned at = 0, count = 0;
    while (at < 2 && text[at]) {
        unsigned length;
        if (decode(text + at, &length) == 0xfffd)
            count++;
        at += length;
    }
    return (int)count;
}
