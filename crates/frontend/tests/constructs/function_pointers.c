// Function pointers: tables, members, arguments, results, comparison, casts of the type.
typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation table[] = { add, sub, 0 };
struct object { int value; int (*get)(struct object *); };
static int get(struct object *o) { return o->value; }
struct object global = { 4, get };
operation choose(int i) { return i ? add : sub; }
int apply(operation f, int a, int b) { return f ? f(a, b) : -1; }
int unprototyped();
int call_unprototyped(void) { return unprototyped(1, 2L); }
int unprototyped(int a, long b) { return a + (int)b; }
void *erase(operation f) { return (void *)f; }
int main(void) {
    operation f = (operation)erase(add);
    int (*none)(void) = (int (*)(void))choose(0) ;
    return apply(f, 1, 2) + apply(table[1], 3, 4) + global.get(&global) + (none == 0) + call_unprototyped() + (choose(1) == add);
}
