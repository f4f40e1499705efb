// qsort moves whole structures, and the comparator sees their fields.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char name[8];
    int age;
};

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct person *)left)->name, ((const struct person *)right)->name);
}

int main(void)
{
    struct person people[4] = {{"dora", 41}, {"bob", 22}, {"carl", 33}, {"ann", 14}};
    qsort(people, 4, sizeof *people, by_name);
    assert(people[0].age == 14 && people[1].age == 22);
    assert(people[2].age == 33 && people[3].age == 41);
    return 0;
}
