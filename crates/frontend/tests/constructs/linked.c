// Pointers: to pointers, arithmetic, arrays of arrays, const and volatile, void, comparisons, null.
struct list { struct list *next; int value; };
int insert(struct list **head, struct list *n) { while (*head && (*head)->value < n->value) head = &(*head)->next; n->next = *head; *head = n; return 0; }
int matrix(int (*m)[3], int r) { return m[r][1] + *(*(m + r) + 2) + (int)(m + 1 - m); }
void swap(void *a, void *b, unsigned long n) { char *x = a, *y = b; while (n--) { char t = *x; *x++ = *y; *y++ = t; } }
volatile int port;
int device(volatile int *p) { *p = 1; port += *p; return port; }
int escape(void) { int local = 3; int *p = &local; int **pp = &p; **pp += 4; return local; }
int volatile_local(void) { volatile int v = 3; v++; return v; }
int main(void) {
    struct list a = { 0, 2 }, b = { 0, 1 }, *head = 0; int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    insert(&head, &a); insert(&head, &b); swap(&a, &b, sizeof a);
    return head->value + matrix(m, 1) + device(&port) + escape() + volatile_local();
}
