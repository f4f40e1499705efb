// The number is read although the tag says text.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct value {
    enum { NUMBER, TEXT } tag;
    union {
        int number;
        const char *text;
    };
};

static int read_number(struct value v)
{
    assert(v.tag == NUMBER); //~ FINDING assertion
    return v.number;
}

int main(void)
{
    struct value v;
    if (__VERIFIER_nondet_int() > 3) {
        v.tag = TEXT;
        v.text = "four";
    } else {
        v.tag = NUMBER;
        v.number = 4;
    }
    return read_number(v) == 0;
}
