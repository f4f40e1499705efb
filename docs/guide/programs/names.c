#include <stdlib.h>
#include <string.h>

struct list {
    char **names;
    unsigned count, capacity;
};

static char **add(struct list *list, char *name)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 1;
        list->names = realloc(list->names, list->capacity * sizeof *list->names);
    }
    list->names[list->count] = name;
    return &list->names[list->count++];
}

int main(void)
{
    struct list list = { 0 };
    char **first = add(&list, "ann");
    add(&list, "ben");
    int length = strlen(*first);
    free(list.names);
    return length != 3;
}
