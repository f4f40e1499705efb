//! Programs from before C11 mean atomic accesses by `volatile`. Whoever says so gets them, with what their compilers and processors made of
//! them: a load acquires and a store releases, if one instruction can make the access.
//!
//! The text of the IR is changed, so that everybody who reads it sees the same program.

/// Types that a processor loads and stores at once.
const AT_ONCE: &[&str] = &["i8", "i16", "i32", "i64", "ptr", "float", "double"];

/// What inline assembly begins with then, a comment: its `mov` accesses volatile variables.
pub(crate) const ATOMIC_ASSEMBLY: &str = "#atomic";

pub(crate) fn make_atomic(text: &str) -> String {
    let mut changed = String::with_capacity(text.len());
    for line in text.lines() {
        match access(line, "load volatile ", "load atomic volatile ", " acquire")
            .or_else(|| access(line, "store volatile ", "store atomic volatile ", " release"))
            .or_else(|| assembly(line))
        {
            Some(atomic) => changed.push_str(&atomic),
            None => changed.push_str(line),
        }
        changed.push('\n');
    }
    changed
}

/// `load volatile i32, ptr %x, align 4` with an order in front of the alignment.
fn access(line: &str, volatile: &str, atomic: &str, order: &str) -> Option<String> {
    let (before, rest) = line.split_once(volatile)?;
    let is_instruction = before.trim_start().is_empty() || before.ends_with("= ");
    let ty = rest.split([' ', ',']).next()?;
    let align = rest.find(", align ")?;
    let at_once = AT_ONCE.contains(&ty) || ty.ends_with('*');
    (is_instruction && at_once)
        .then(|| format!("{before}{atomic}{}{order}{}", &rest[..align], &rest[align..]))
}

fn assembly(line: &str) -> Option<String> {
    let start = " asm sideeffect \"";
    let is_call = line.trim_start().starts_with("call ") || line.contains(" = call ");
    let (before, rest) = line.split_once(start).filter(|_| is_call)?;
    Some(format!("{before}{start}{ATOMIC_ASSEMBLY}\\0A{rest}"))
}

#[cfg(test)]
mod tests {
    use super::make_atomic;

    #[test]
    fn accesses_get_an_order() {
        let text = "  %1 = load volatile i32, ptr @x, align 4, !dbg !3\n  store volatile ptr %p, ptr %2, align 8\n\
                    @s = constant [9 x i8] c\"volatile \"\n  store volatile [2 x i32] %a, ptr %3, align 4\n";
        let atomic = "  %1 = load atomic volatile i32, ptr @x acquire, align 4, !dbg !3\n  store atomic volatile ptr %p, ptr %2 release, align 8\n\
                      @s = constant [9 x i8] c\"volatile \"\n  store volatile [2 x i32] %a, ptr %3, align 4\n";
        assert_eq!(make_atomic(text), atomic);
    }
}
