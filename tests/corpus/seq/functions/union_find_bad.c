// The parent of the first element is looked for before the array.
//@ flags: --function find --where "n >= 1 && n <= 4 && parent && size(parent) == n * sizeof(int) && all(i, n, 0 <= parent[i] && parent[i] <= i) && x >= 0 && x < n"
//@ verdict: unsafe
int find(int *parent, int n, int x)
{
    while (parent[x] != x) { parent[x] = parent[parent[x] - 1]; x = parent[x]; } //~ FINDING memory-out-of-bounds
    return n ? x : 0;
}
