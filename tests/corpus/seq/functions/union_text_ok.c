// A value holds a number or a text, and its kind says which: callers see to it that a text is one.
//@ flags: --function text_length --where "v && (v->kind == 1 ==> valid(v->as.text) && v->as.text && string(v->as.text))"
//@ verdict: safe
#include <string.h>
struct value { int kind; union { long number; char *text; } as; };
unsigned long text_length(struct value *v)
{
    if (v->kind == 1) return strlen(v->as.text);
    return v->kind == 0 ? (unsigned long)v->as.number : 0;
}
