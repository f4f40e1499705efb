// Parents come before their children: every way leads to a root.
//@ flags: --function find --where "n >= 1 && n <= 4 && parent && size(parent) == n * sizeof(int) && all(i, n, 0 <= parent[i] && parent[i] <= i) && x >= 0 && x < n"
//@ verdict: safe
int find(int *parent, int n, int x)
{
    while (parent[x] != x) { parent[x] = parent[parent[x]]; x = parent[x]; }
    return n ? x : 0;
}
