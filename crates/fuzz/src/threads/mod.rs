//! Small concurrent programs: how they look, what they can do, and whether Raddle agrees.
//!
//! Reading order: the language ([`program`]), its meaning ([`code`], [`interpret`], [`happens_before`]), the
//! answer found by trying everything ([`oracle`]); then where programs come from ([`generate`], or by hand with
//! [`builder`]), how they become C ([`print_c`]), and how Raddle's answer is compared ([`compare`], [`drive`]) and a
//! disagreement made small ([`shrink`]).

pub mod builder;
pub mod code;
pub mod compare;
pub mod contexts;
pub mod drive;
pub mod generate;
pub mod happens_before;
pub mod hunts;
pub mod interpret;
pub mod oracle;
pub mod print_c;
pub mod program;
pub mod shrink;
