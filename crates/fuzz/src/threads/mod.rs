//! Small concurrent programs: how they look, what they can do, and whether Raddle agrees.
