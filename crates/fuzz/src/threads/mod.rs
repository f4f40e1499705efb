//! Small concurrent programs: how they look, what they can do, and whether Raddle agrees.
//!
//! Reading order: the language ([`program`]), its meaning ([`code`], [`interpret`], [`happens_before`]), the
//! answer found by trying everything ([`oracle`]). [`builder`] is for programs written by hand.

pub mod builder;
pub mod code;
pub mod happens_before;
pub mod interpret;
pub mod oracle;
pub mod program;
