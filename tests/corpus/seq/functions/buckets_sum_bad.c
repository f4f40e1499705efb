// The last node of a bucket is looked for also where there is none.
//@ flags: --function sum --where "size(buckets) >= count * sizeof *buckets && count <= 2 && all(i, count, ends(buckets[i].first, next, 2))"
//@ verdict: unsafe
struct node {
    int key;
    struct node *next;
};
struct bucket {
    int filled;
    struct node *first;
};

int sum(struct bucket *buckets, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        for (struct node *at = buckets[i].first; at->next; at = at->next) //~ FINDING memory-null-dereference
            total += at->key & 1;
    return total;
}
