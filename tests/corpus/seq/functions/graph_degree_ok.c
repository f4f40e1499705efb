// Edges of a vertex lie between where they begin and where those of the next one do.
//@ flags: --function odd_neighbours --where "g && g->n >= 0 && g->n <= 4 && size(g->first) == (g->n + 1) * sizeof(int) && size(g->to) == 8 * sizeof(int)" --where "all(i, g->n + 1, 0 <= g->first[i] && g->first[i] <= 8)" --where "g->first && g->to"
//@ verdict: safe
struct graph { int n; int *first; int *to; };
int odd_neighbours(struct graph *g, int v)
{
    int sum = 0;
    if (v < 0 || v >= g->n) return -1;
    for (int e = g->first[v]; e < g->first[v + 1]; e++)
        sum += g->to[e] & 1;
    return sum;
}
