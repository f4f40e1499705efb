// Elements hold numbers or lists, in a union without a name, and each says which.
//@ flags: --function sum --where "n >= 0 && n <= 3 && size(v) == n * sizeof *v && (n ==> v)" --where "all(i, n, v[i].kind == 2 ==> valid(v[i].list) && v[i].list)"
//@ verdict: safe
struct node { int value; struct node *next; };
struct value { int kind; union { double real; long number; struct node *list; }; };
long sum(struct value *v, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        if (v[i].kind == 2) sum += v[i].list->value;
        if (v[i].kind == 1) sum += v[i].number & 255;
    }
    return sum;
}
