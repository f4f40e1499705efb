// A gap buffer takes characters while there is room in the gap.
//@ flags: --function insert --where "b && b->size >= 1 && b->size <= 8 && size(b->text) == b->size && b->gap_start <= b->gap_end && b->gap_end <= b->size"
//@ verdict: safe
struct gap { unsigned gap_start, gap_end, size; char *text; };
int insert(struct gap *b, char c)
{
    if (b->gap_start >= b->gap_end) return 0;
    b->text[b->gap_start++] = c;
    return 1;
}
