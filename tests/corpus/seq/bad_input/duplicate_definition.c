// Two files that define the same function.
//@ files: duplicate_definition_other.c
//@ exit: 2
//@ error: shared_name
int shared_name(void)
{
    return 1;
}

int main(void)
{
    return shared_name();
}
