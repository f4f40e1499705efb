// Members of a union that lie at different places: a text is taken for an object.
//@ flags: --function first_of --where "n && (n->tag == 3 ==> valid(n->u.object.first)) && (n->tag == 4 ==> valid(n->u.text))"
//@ verdict: unsafe
struct json { int tag; union { struct { int count; struct json *first; } object; char *text; double number; } u; };
int first_of(struct json *n)
{
    if (n->tag == 3 && n->u.object.first) return n->u.object.first->tag;
    if (n->tag >= 3 && n->u.text) return n->u.text[0]; //~ FINDING memory-null-dereference
    return 0;
}
