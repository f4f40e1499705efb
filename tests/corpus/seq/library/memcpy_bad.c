// A length from the message itself is trusted.
//@ verdict: unsafe
#include <string.h>
#include <raddle.h>

struct message {
    unsigned char length;
    char body[3];
};

int main(void)
{
    struct message m;
    raddle_make_symbolic(&m, sizeof m, "message");
    char copy[8];
    if (m.length > 5)
        return 0;
    memcpy(copy, m.body, m.length); //~ FINDING memory-out-of-bounds
    return 0;
}
