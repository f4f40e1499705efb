//! Every integer width, floats, conversions, slices, traits and closures.
trait Measure {
    fn measure(&self) -> f64;
}
struct Disc(f64);
struct Bar { wide: u16, high: i16 }
impl Measure for Disc {
    fn measure(&self) -> f64 { self.0 * self.0 * std::f64::consts::PI }
}
impl Measure for Bar {
    fn measure(&self) -> f64 { f64::from(self.wide) * f64::from(self.high) }
}

fn mixed(a: u8, b: i32, c: u64, d: i128) -> Option<i128> {
    let small = a.checked_add(3)?.wrapping_mul(7).rotate_left(2).leading_zeros();
    let middle = b.checked_mul(-5)?.saturating_sub(9).abs().max(3).pow(2);
    let (big, carried) = c.overflowing_add(u64::MAX - 4);
    Some(d.wrapping_add(i128::from(big)) * i128::from(middle) / i128::from(small | 1) + i128::from(carried))
}

fn main() {
    let shapes: Vec<Box<dyn Measure>> = vec![Box::new(Disc(1.5)), Box::new(Bar { wide: 3, high: -4 })];
    let total: f64 = shapes.iter().map(|shape| shape.measure()).sum();
    let mut table = [[0u32; 4]; 3];
    for (row, line) in table.iter_mut().enumerate() {
        line[row] = total as u32 + row as u32;
    }
    table.sort_by(|a, b| b.cmp(a));
    let text = format!("{:?} {:.3} {:?}", table, total, mixed(250, 3, 9, -1));
    assert!(text.len() > 10 && (total as i8 as f32).sqrt() < 100.0);
}
