// The second definition, for duplicate_definition.c.
int shared_name(void)
{
    return 2;
}
