// It may be null.
//@ flags: --function visit
//@ verdict: unsafe
struct totals {
    unsigned count, sum;
};

void visit(void *context, unsigned number)
{
    struct totals *totals = context;
    totals->count++; //~ FINDING memory-null-dereference
    totals->sum += number;
}
