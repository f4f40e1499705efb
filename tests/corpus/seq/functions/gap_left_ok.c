// The gap of a gap buffer moves to the left unless it is there.
//@ flags: --function left --where "gap && 0 <= gap->begin && gap->begin <= gap->end && gap->end <= 8"
//@ verdict: safe
struct gap {
    char text[8];
    int begin, end;
};

int left(struct gap *gap)
{
    if (gap->begin == 0)
        return 0;
    gap->text[--gap->end] = gap->text[--gap->begin];
    return 1;
}
