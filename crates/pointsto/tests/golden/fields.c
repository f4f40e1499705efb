// Fields at constant offsets are told apart; an index makes them one.
#include <stdlib.h>

struct pair {
    int *first;
    int *second;
};

int a, b, c;
struct pair whole;
struct pair array[4];
int *table[3];

static int *pick(struct pair *from) {
    return from->second;
}

int main(int argc, char **argv) {
    (void)argv;
    whole.first = &a;
    whole.second = &b;
    int *only_a = whole.first;
    int *only_b = pick(&whole);
    struct pair copy = whole;
    int *copied_b = copy.second;
    array[argc].first = &a;
    array[1].second = &b;
    int *either = array[2].second;
    table[argc] = &c;
    int *from_table = table[0];
    struct pair *heap = malloc(sizeof *heap);
    heap->first = &c;
    int *only_c = heap->first;
    long number = (long)&whole + 8;
    int *through_number = *(int **)number;
    *only_a = *only_b = *copied_b = *either = *from_table = *only_c = *through_number = 0;
    free(heap);
    return 0;
}
