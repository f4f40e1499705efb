// A value holds a number or a text, and its kind says which: the text of a value of another kind is no text.
//@ flags: --function text_length --where "v && (v->kind == 1 ==> valid(v->as.text) && v->as.text && string(v->as.text))"
//@ verdict: unsafe
#include <string.h>
struct value { int kind; union { long number; char *text; } as; };
unsigned long text_length(struct value *v)
{
    if (v->kind >= 1) return strlen(v->as.text); //~ FINDING memory-wild-dereference //~ FINDING memory-out-of-bounds //~ FINDING memory-null-dereference
    return v->kind == 0 ? (unsigned long)v->as.number : 0;
}
