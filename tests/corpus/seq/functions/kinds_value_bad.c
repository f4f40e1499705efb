// The operand of a sum is taken for a number.
//@ flags: --function value
//@ verdict: unsafe
#include <raddle.h>

enum kind { NUMBER, NEGATED, SUM };
struct term {
    enum kind kind;
    union {
        long number;
        struct term *operand;
        struct {
            struct term *left, *right;
        } sum;
    } as;
};

unsigned long value(const struct term *term)
{
    raddle_requires(term && term->kind <= SUM);
    raddle_requires(term->kind == NEGATED ==> term->as.operand && valid(term->as.operand));
    raddle_requires(term->kind == SUM ==> valid(term->as.sum.left) && valid(term->as.sum.right));
    raddle_requires(term->kind == SUM ==> term->as.sum.left && term->as.sum.right);
    switch (term->kind) {
    case NUMBER:
        return term->as.number;
    case NEGATED:
        return term->as.operand->kind;
    default:
        return term->as.sum.left->kind + term->as.sum.right->as.operand->kind; //~ FINDING memory-null-dereference
    }
}
