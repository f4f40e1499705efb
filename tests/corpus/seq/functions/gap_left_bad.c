// Nothing is to the left of the first character.
//@ flags: --function left --where "gap && 0 <= gap->begin && gap->begin <= gap->end && gap->end <= 8"
//@ verdict: unsafe
struct gap {
    char text[8];
    int begin, end;
};

int left(struct gap *gap)
{
    gap->text[--gap->end] = gap->text[--gap->begin]; //~ FINDING memory-out-of-bounds
    return 1;
}
