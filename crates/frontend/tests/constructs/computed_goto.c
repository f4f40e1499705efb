// Computed goto through a static and a local table.
// unsupported: a computed goto to no label of its list
int run(const unsigned char *code) {
    static void *const table[] = { &&push, &&add, &&halt };
    int stack[8], top = 0;
    goto *table[*code++];
push: stack[top++] = *code++; goto *table[*code++];
add: top--; stack[top - 1] += stack[top]; goto *table[*code++];
halt: return stack[0];
}
int local(int i) { void *targets[2] = { &&a, &&b }; goto *targets[i]; a: return 1; b: return 2; }
int main(void) { const unsigned char p[] = { 0, 3, 0, 4, 1, 2 }; return run(p) + local(1); }
