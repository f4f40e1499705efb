//! What the constructors make of typical terms, as text.

use raddle_expr::{Sort, Terms};

#[track_caller]
fn forms(cases: &[(&str, &str)]) {
    for &(input, expected) in cases {
        let mut terms = Terms::new();
        // Ids order operands, so the same variables must exist first in each case.
        for name in ["x", "y", "z"] {
            terms.var(name, Sort::Bits(32));
        }
        let t = terms.parse(input).unwrap_or_else(|error| panic!("{input}: {error}"));
        assert_eq!(terms.display(t).to_string(), expected, "from {input}");
    }
}

#[test]
fn sums_collect_like_terms() {
    forms(&[
        ("(add (add x:32 #x00000001) #x00000002)", "(add x:32 #x00000003)"),
        ("(sub x:32 x:32)", "#x00000000"),
        ("(add (mul #x00000002 x:32) x:32)", "(mul x:32 #x00000003)"),
        ("(sub (add x:32 y:32) (add y:32 x:32))", "#x00000000"),
        ("(sub (sub x:32 y:32) (neg y:32))", "x:32"),
        ("(add (not x:32) #x00000001)", "(neg x:32)"),
        ("(sub (neg x:32) #x00000001)", "(not x:32)"),
        ("(add (shl x:32 #x00000002) x:32)", "(mul x:32 #x00000005)"),
        (
            "(mul (add x:32 #x00000001) #x00000004)",
            "(add (concat (extract 29 0 x:32) #b00) #x00000004)",
        ),
        ("(mul (mul x:32 #x00000003) (mul y:32 #x00000005))", "(mul (mul x:32 y:32) #x0000000f)"),
        ("(sub (mul z:32 (mul y:32 x:32)) (mul (mul x:32 z:32) y:32))", "#x00000000"),
        ("(add x:32 (sub y:32 x:32))", "y:32"),
        ("(sub (mul x:32 #x00000004) (shl x:32 #x00000002))", "#x00000000"),
        ("(mul (sext 64 x:32) #x0000000000000008)", "(sext 64 (concat x:32 #b000))"),
        (
            "(add (mul (sext 64 x:32) #x0000000000000004) (sext 64 x:32))",
            "(mul (sext 64 x:32) #x0000000000000005)",
        ),
        ("(mul x:32 #xfffffffd)", "(neg (mul x:32 #x00000003))"),
        ("(sub y:32 (mul x:32 #x00000004))", "(add y:32 (neg (concat (extract 29 0 x:32) #b00)))"),
        ("(extract 63 2 (mul (zext 64 i:3) #x0000000000000004))", "(zext 62 i:3)"),
    ]);
}

#[test]
fn equality_moves_through() {
    forms(&[
        ("(eq (add x:32 #x00000003) #x00000005)", "(eq x:32 #x00000002)"),
        ("(eq (sub x:32 y:32) #x00000000)", "(eq x:32 y:32)"),
        ("(eq (add x:32 #x00000001) (add y:32 #x00000001))", "(eq x:32 y:32)"),
        ("(eq (mul x:32 #x00000003) #x00000009)", "(eq x:32 #x00000003)"),
        ("(eq (mul x:32 #x00000004) #x00000002)", "#b0"),
        ("(eq (zext 32 b:8) #x00000041)", "(eq b:8 #x41)"),
        ("(eq (zext 32 b:8) #x00000141)", "#b0"),
        ("(eq (sext 32 b:8) #xffffff80)", "(eq b:8 #x80)"),
        ("(eq (concat a:8 b:8) #x4142)", "(and (eq b:8 #x42) (eq a:8 #x41))"),
        ("(eq (xor x:32 #x000000ff) #x0000000f)", "(eq x:32 #x000000f0)"),
        ("(eq (not x:32) #x00000000)", "(eq x:32 #xffffffff)"),
        ("(eq (ite p:1 #x00000001 #x00000000) #x00000000)", "(not p:1)"),
        ("(ne (zext 32 (ult x:32 y:32)) #x00000000)", "(ult x:32 y:32)"),
        ("(eq (ite p:1 x:32 #x00000005) #x00000006)", "(and p:1 (eq x:32 #x00000006))"),
    ]);
}

#[test]
fn comparisons_with_bounds() {
    forms(&[
        ("(ult x:32 #x00000000)", "#b0"),
        ("(ult x:32 #x00000001)", "(eq x:32 #x00000000)"),
        ("(ule #x00000000 x:32)", "#b1"),
        ("(ult (zext 32 b:8) #x00000100)", "#b1"),
        ("(ult (zext 32 b:8) #x00000010)", "(ult b:8 #x10)"),
        ("(slt (zext 32 a:8) (zext 32 b:8))", "(ult a:8 b:8)"),
        ("(slt (sext 32 a:8) (sext 32 b:8))", "(slt a:8 b:8)"),
        ("(slt (sext 32 a:8) #x00000080)", "#b1"),
        ("(slt x:32 #x00000000)", "(extract 31 31 x:32)"),
        ("(slt (zext 32 a:8) #x00000000)", "#b0"),
        ("(ult (urem x:32 #x0000000a) #x0000000a)", "#b1"),
        (
            "(ult (mul (sext 64 x:32) #x0000000000000004) #x0000000000000028)",
            "(ult x:32 #x0000000a)",
        ),
        ("(sle #x80000000 x:32)", "#b1"),
        // isspace and isdigit, on a promoted character
        ("(ult (sub (sext 32 b:8) #x00000009) #x00000005)", "(ult (add b:8 #xf7) #x05)"),
        ("(ult (sub (zext 32 b:8) #x00000030) #x0000000a)", "(ult (add b:8 #xd0) #x0a)"),
        // A three-way comparison tested for "greater"
        ("(slt #x00000000 (sub (zext 32 p:1) (zext 32 q:1)))", "(and p:1 (not q:1))"),
        ("(eq (sub (zext 32 p:1) (zext 32 q:1)) #x00000000)", "(not (xor p:1 q:1))"),
    ]);
}

#[test]
fn bit_fields_forget_what_they_replace() {
    forms(&[
        ("(extract 2 0 (or (and u:8 #xf8) (zext 8 v:3)))", "v:3"),
        ("(or (and u:8 #xf8) (zext 8 v:3))", "(concat (extract 7 3 u:8) v:3)"),
        // Store three bits, then the five above: nothing of the old byte is left.
        (
            "(or (and (or (and ?u:8 #xf8) (zext 8 v:3)) #x07) (shl (zext 8 w:5) #x03))",
            "(concat w:5 v:3)",
        ),
        // Read it back as a signed field, as compilers do.
        ("(ashr (shl (or (and ?u:8 #xf8) (zext 8 v:3)) #x05) #x05)", "(sext 8 v:3)"),
        ("(ashr (shl x:32 #x00000005) #x00000005)", "(sext 32 (extract 26 0 x:32))"),
        ("(and (lshr (or (and u:8 #xc7) (shl (zext 8 v:3) #x03)) #x03) #x07)", "(zext 8 v:3)"),
        // A field in the middle of a word, with the value masked and shifted by the program.
        (
            "(extract 7 5 (or (and ?u:32 #xffffff1f) (shl (and x:32 #x00000007) #x00000005)))",
            "(extract 2 0 x:32)",
        ),
        (
            "(or (and ?u:32 #xffffff1f) (shl (and x:32 #x00000007) #x00000005))",
            "(concat (extract 31 8 ?u:32) (concat (extract 2 0 x:32) (extract 4 0 ?u:32)))",
        ),
        ("(xor (and u:8 #xf0) (and u:8 #xf0))", "#x00"),
        ("(and (zext 32 (concat #b1111101000100 v:5)) #x0000001f)", "(zext 32 v:5)"),
        ("(eq (shl (zext 32 v:4) #x00000004) (mul (zext 32 v:4) #x00000010))", "#b1"),
        (
            "(extract 5 1 (add (mul (zext 64 b:8) #x0000000000000002) #x0000000000000100))",
            "(extract 4 0 b:8)",
        ),
        ("(extract 3 3 (or (and ?u:8 #xf7) (shl (zext 8 p:1) #x03)))", "p:1"),
        (
            "(or (and (or (and ?u:8 #xfe) (zext 8 p:1)) #x01) (and b:8 #xfe))",
            "(concat (extract 7 1 b:8) p:1)",
        ),
    ]);
}

/// Stores a term byte by byte and loads it again, high bytes first and last.
#[test]
fn bytes_of_a_word_give_it_back() {
    for text in [
        "x:32",
        "(add x:32 y:32)",
        "(add (zext 32 a:8) (zext 32 b:8))",
        "(add (sext 32 a:16) #x00000001)",
        "(mul x:32 #x00000004)",
        "(mul x:32 #x00000100)",
        "(sext 32 a:8)",
        "(sext 32 (add a:8 b:8))",
        "(zext 32 a:8)",
        "(sext 32 p:1)",
        "(zext 32 p:1)",
        "(ite p:1 #x00000005 #x00000007)",
        "(ite p:1 #xffffffff #x00000007)",
        "(ite p:1 #x00010000 #x00000000)",
        "(ite p:1 #x12345678 #x87654321)",
        "(ite p:1 x:32 y:32)",
        "(ite p:1 x:32 #x00000000)",
        "(ite p:1 (zext 32 a:8) (zext 32 b:16))",
        "(and x:32 y:32)",
        "(and x:32 (zext 32 a:16))",
        "(xor x:32 (zext 32 a:16))",
        "(xor x:32 #x12345678)",
        "(or x:32 #x55555555)",
        "(not x:32)",
        "(neg (zext 32 a:8))",
        "(udiv x:32 y:32)",
        "(shl x:32 #x00000003)",
        "(lshr x:32 #x00000003)",
        "(ashr x:32 #x00000003)",
        "(and x:32 #xfffffffc)",
        "(concat a:16 b:16)",
        "(read m:32->32 x:32)",
        "#x12345678",
    ] {
        let mut terms = Terms::new();
        let word = terms.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let bytes: Vec<_> = (0..4).map(|i| terms.extract(word, 8 * i + 7, 8 * i)).collect();
        let mut upwards = bytes[0];
        for &byte in &bytes[1..] {
            upwards = terms.concat(byte, upwards);
        }
        let mut downwards = bytes[3];
        for &byte in bytes[..3].iter().rev() {
            downwards = terms.concat(downwards, byte);
        }
        let (up, down) = (terms.display(upwards).to_string(), terms.display(downwards).to_string());
        let word_text = terms.display(word).to_string();
        assert_eq!(
            (up.as_str(), down.as_str()),
            (word_text.as_str(), word_text.as_str()),
            "from {text}"
        );
    }
}

#[test]
fn promoted_arithmetic_narrows_again() {
    forms(&[
        ("(extract 7 0 (add (zext 32 a:8) #x00000001))", "(add a:8 #x01)"),
        ("(extract 7 0 (add (sext 32 a:8) (sext 32 b:8)))", "(add a:8 b:8)"),
        ("(extract 7 0 (mul (zext 32 a:8) (zext 32 b:8)))", "(mul a:8 b:8)"),
        ("(extract 1 0 (add (mul x:32 #x00000004) #x00000101))", "#b01"),
        ("(extract 2 0 (add (shl x:32 #x00000003) #x00001000))", "#b000"),
        ("(extract 7 0 (xor (zext 32 a:8) (zext 32 b:8)))", "(xor a:8 b:8)"),
    ]);
}

#[test]
fn choices() {
    forms(&[
        ("(ite p:1 x:32 x:32)", "x:32"),
        ("(ite (not p:1) x:32 y:32)", "(ite p:1 y:32 x:32)"),
        ("(ite p:1 #x00000001 #x00000000)", "(zext 32 p:1)"),
        ("(ite p:1 true q:1)", "(or p:1 q:1)"),
        ("(ite p:1 (ite p:1 x:32 y:32) z:32)", "(ite p:1 x:32 z:32)"),
        ("(ite p:1 x:32 (ite q:1 x:32 y:32))", "(ite (or p:1 q:1) x:32 y:32)"),
        ("(ne (zext 32 (ne (zext 32 p:1) #x00000000)) #x00000000)", "p:1"),
        ("(ult (ite p:1 #x00000002 #x00000007) #x00000005)", "p:1"),
        ("(add (ite p:1 #x00000002 #x00000007) #xfffffffe)", "(zext 32 (ite p:1 #b000 #b101))"),
    ]);
}

#[test]
fn arrays_read_what_was_written() {
    forms(&[
        ("(read (write m:32->8 x:32 a:8) x:32)", "a:8"),
        ("(read (write m:32->8 #x00000001 a:8) #x00000002)", "(read m:32->8 #x00000002)"),
        ("(read (write m:32->8 (add x:32 #x00000001) a:8) x:32)", "(read m:32->8 x:32)"),
        ("(read (write m:32->8 y:32 a:8) x:32)", "(read (write m:32->8 y:32 a:8) x:32)"),
        ("(write (write m:32->8 x:32 a:8) x:32 b:8)", "(write m:32->8 x:32 b:8)"),
        (
            "(write (write (write m:32->8 #x00000001 a:8) #x00000002 a:8) #x00000001 b:8)",
            "(write (write m:32->8 #x00000002 a:8) #x00000001 b:8)",
        ),
        ("(read (const-array 32 a:8) x:32)", "a:8"),
        ("(write m:32->8 x:32 (read m:32->8 x:32))", "m:32->8"),
    ]);
}
