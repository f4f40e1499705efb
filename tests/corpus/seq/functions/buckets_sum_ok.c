// Each bucket has a list that ends.
//@ flags: --function sum --where "size(buckets) >= count * sizeof *buckets && count <= 2 && all(i, count, ends(buckets[i].first, next, 2))"
//@ verdict: safe
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
        for (struct node *at = buckets[i].first; at; at = at->next)
            total += at->key & 1;
    return total;
}
