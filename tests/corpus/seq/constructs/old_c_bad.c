// In C as it was written once, a buffer that is too short is none the larger.
//@ property: memory
//@ verdict: unsafe
copy(from)
    char *from;
{
    char *to = malloc(4);
    strcpy(to, from);  //~ FINDING memory-out-of-bounds
    return *to;
}

main() {
    return copy("four");
}
