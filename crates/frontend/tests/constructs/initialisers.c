// Static data: designated initialisers, addresses in all forms, nested aggregates, strings, tentative definitions.
struct point { int x, y; };
struct line { struct point from, to; const char *name; struct line *next; };
int numbers[10] = { [2] = 5, [7] = 9, 11 };
struct point origin = { .y = 3 };
struct line second = { { 1, 2 }, { .x = 3 }, "second", 0 };
struct line first = { .name = "first" + 1, .next = &second, .to = { 4, 5 } };
int *middle = &numbers[5], *end = numbers + 10;
char text[] = "text\0with\nbytes\377", padded[16] = "abc";
const char *const names[] = { "one", "two", 0 };
const int wide[] = L"wide";
long difference = (char *)&first.to - (char *)&first.from;
unsigned long address_as_number = (unsigned long)&numbers[1];
int tentative;
int tentative;
static int hidden = 7;
struct { char c; long double d; char after; } gaps = { 1, 2.0L, 3 };
float matrix[2][3] = { { 1, 2 }, { [2] = 6 } };
int zeroes[1000];
struct point *compound = &(struct point){ 8, 9 };
struct flexible { int count; int items[]; } flexible = { 2, { 5, 6 } };
int counter(void) { static int calls = 10; static const char *label = "calls"; return calls++ + label[0]; }
int main(void) {
    int local[4] = { 1, 2 };
    struct line copy = first;
    struct point points[] = { { 1, 2 }, { 3, 4 } };
    return local[1] + copy.to.x + *middle + text[1] + counter() + hidden + tentative + points[1].y + compound->x + flexible.items[1] + zeroes[999] + (end > middle) + padded[15] + gaps.after + (int)matrix[1][2] + names[0][0] + wide[0] + (int)difference + (address_as_number != 0) + origin.y;
}
