// A gap without room takes one more character.
//@ flags: --function insert --where "b && b->size >= 1 && b->size <= 8 && size(b->text) == b->size && b->gap_start <= b->gap_end && b->gap_end <= b->size"
//@ verdict: unsafe
struct gap { unsigned gap_start, gap_end, size; char *text; };
int insert(struct gap *b, char c)
{
    if (b->gap_start > b->gap_end) return 0;
    b->text[b->gap_start++] = c; //~ FINDING memory-out-of-bounds
    return 1;
}
