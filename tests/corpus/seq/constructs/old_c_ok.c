// C as it was written once: parameters declared behind the head, `int` left out, functions used before they are known,
// addresses in integers.
//@ property: assert memory
//@ verdict: safe
static counter;

add(a, b)
    int a;
    short b;
{
    return a + b;
}

main() {
    char *text = malloc(8);
    long address;
    int *number;
    strcpy(text, "seven");
    counter = add(3, 4);
    if (counter != strlen(text) + 2)
        abort();
    address = &counter;
    number = address;
    *number = later(text);
    if (counter != 's')
        abort();
    free(text);
    exit(0);
}

later(text)
    char *text;
{
    return *text;
}
