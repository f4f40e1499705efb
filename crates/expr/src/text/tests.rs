//! Round trips and refusals of the text form.

use crate::{Sort, Terms};

#[track_caller]
fn round_trip(text: &str) {
    let mut terms = Terms::new();
    let t = terms.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let plain = terms.display(t).to_string();
    let shared = terms.display_shared(t).to_string();
    assert_eq!(terms.parse(&plain), Ok(t), "{plain}");
    assert_eq!(terms.parse(&shared), Ok(t), "{shared}");
}

#[test]
fn plain_terms_print_as_read() {
    for text in [
        "x:32",
        "#xff",
        "#b101",
        "(add x:32 #x00000001)",
        "(ult x:8 y:8)",
        "?u:8",
        "|a b\\|c|:4",
        "(read m:64->8 i:64)",
    ] {
        let mut terms = Terms::new();
        let t = terms.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(terms.display(t).to_string(), text);
    }
}

#[test]
fn every_operation_round_trips() {
    round_trip("(ite (slt x:8 y:8) (sub x:8 y:8) (mul x:8 (not y:8)))");
    round_trip("(concat (udiv x:8 y:8) (urem x:8 y:8) (sdiv x:8 y:8) (srem x:8 y:8))");
    round_trip("(xor (shl x:8 y:8) (lshr x:8 y:8) (ashr x:8 y:8) (neg y:8))");
    round_trip("(eq (write m:4->8 i:4 (zext 8 j:4)) (const-array 4 (sext 8 (extract 2 1 j:4))))");
    round_trip("(implies (ule x:8 y:8) (or (sle x:8 y:8) (ne x:8 y:8)))");
    round_trip("(let ((%a (mul x:8 y:8)) (%b (add %a %a))) (udiv %b (mul %a %b)))");
}

#[test]
fn sharing_keeps_text_linear() {
    let mut terms = Terms::new();
    let mut t = terms.var("x", Sort::Bits(32));
    let y = terms.var("y", Sort::Bits(32));
    for _ in 0..200 {
        let quotient = terms.udiv(t, y);
        t = terms.urem(quotient, t);
    }
    let text = terms.display_shared(t).to_string();
    assert!(text.len() < 20_000, "{} bytes", text.len());
    assert_eq!(terms.parse(&text), Ok(t));
}

#[test]
fn depth_is_no_limit() {
    let mut terms = Terms::new();
    let mut t = terms.var("x", Sort::Bits(32));
    let y = terms.var("y", Sort::Bits(32));
    for _ in 0..200_000 {
        t = terms.udiv(t, y);
    }
    let text = terms.display(t).to_string();
    assert_eq!(terms.parse(&text), Ok(t));
}

#[test]
fn malformed_text_is_refused() {
    for text in [
        "",
        "(",
        ")",
        "(add x:32",
        "(add x:32 y:8)",
        "(add x:32)",
        "(frob x:8)",
        "x",
        "x:0",
        "x:99999999999",
        "#x",
        "#b2",
        "#",
        "x:8 y:8",
        "(extract 9 0 x:8)",
        "(extract 0 1 x:8)",
        "(zext 4 x:8)",
        "%a",
        "(let ((%a x:8)) %b)",
        "(let ((%a x:8)) %a %a)",
        "(let ((a x:8)) x:8)",
        "(let (%a) x:8)",
        "(let ((%a x:8 y:8)) %a)",
        "(let () )",
        "(ite x:8 y:8 y:8)",
        "(read x:8 y:8)",
        "(write m:8->8 i:4 v:8)",
        "(add 1 2)",
        "(not m:8->8)",
        "(concat x:65536 y:65536)",
        "(and x:8 ?x:8)",
        "(eq x:8 x:9)",
        "|abc",
        "?",
        "((add) x:8)",
        "(implies x:8 y:8)",
        "(const-array 0 x:8)",
        "é",
        "(add é:8 y:8)",
        "() ",
        "(let",
        "(let x",
    ] {
        let mut terms = Terms::new();
        assert!(terms.parse(text).is_err(), "{text}");
    }
}

#[test]
fn truncated_text_is_refused_without_panic() {
    let text =
        "(let ((%a (mul |x é|:8 ?y:8)) (%b (add %a #x01))) (ite (ult %b %a) %b (read m:8->8 %a)))";
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        assert!(Terms::new().parse(&text[..end]).is_err(), "{end}");
    }
    assert!(Terms::new().parse(text).is_ok());
}
