// Data in memory: structs, unions, bit-fields, arrays, strings, static data, varargs, by-value structs.
#include <stdarg.h>
struct point { int x, y; };
struct shape { const char *name; struct point corners[2]; union { float radius; unsigned raw; } u; unsigned filled : 1, layer : 5; };
struct big { long words[4]; };

static struct shape shapes[2] = {
    { "disc", { { 1, 2 }, { 3, 4 } }, { 1.5f }, 1, 7 },
    { .name = "box", .corners = { [1] = { 5, 6 } } },
};
int *second = &shapes[0].corners[1].y;
int (*printer)(const char *, ...);
_Thread_local int depth = 1;

static struct point middle(struct point a, struct point b) {
    struct point m = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
    return m;
}

long total(struct big b, int i) { return b.words[i]; }

int sum(int count, ...) {
    va_list args;
    int result = 0;
    va_start(args, count);
    while (count-- > 0)
        result += va_arg(args, int);
    va_end(args);
    return result;
}

int main(void) {
    struct shape *s = &shapes[depth];
    struct big b = { { 1, 2, 3, 4 } };
    s->layer = 3;
    s->u.radius += 0.5f;
    struct point m = middle(s->corners[0], s->corners[1]);
    printer = 0;
    return m.x + (int)total(b, m.y & 3) + sum(2, *second, (int)s->u.raw) + s->name[0];
}
