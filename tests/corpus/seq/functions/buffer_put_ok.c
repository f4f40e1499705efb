// A buffer is full where its cursor is at its end.
//@ flags: --function put --where "b && b->start && size(b->start) >= 1 && aliases(b->start, b->cursor) && aliases(b->start, b->end)" --where "b->start <= b->cursor && b->cursor <= b->end && !aliases(b, b->start)" --array-elements 4
//@ verdict: safe
struct buffer {
    char *start, *cursor, *end;
};

int put(struct buffer *b, char letter)
{
    if (b->cursor >= b->end)
        return 0;
    *b->cursor++ = letter;
    return 1;
}
