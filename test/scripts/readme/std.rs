use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
fn main() {
    let mut seed = 1u64;
    let mut next = || { seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); seed >> 33 };
    let mut m: HashMap<u64, u64> = HashMap::new();
    for _ in 0..50000 { *m.entry(next() % 10000).or_insert(0) += 1; }
    let mut v: Vec<(u64, u64)> = m.into_iter().collect();
    v.sort_unstable();
    let mut b: BTreeMap<String, u64> = BTreeMap::new();
    for (k, n) in &v { b.insert(format!("{k:08x}-{n}"), *n); }
    let mut s = String::new();
    for (k, n) in &b { write!(s, "{k}={n};{:.3} ", *n as f64 / 3.0).unwrap(); }
    let mut words: Vec<&str> = s.split_whitespace().collect();
    words.sort_by(|a, b| b.cmp(a));
    let t: String = words.iter().map(|w| w.to_uppercase()).collect::<Vec<_>>().join("\n");
    let n: f64 = t.lines().filter_map(|l| l.split(';').nth(0)).filter_map(|x| x.rsplit('=').next()?.parse::<f64>().ok()).sum();
    println!("{} {} {}", t.len(), n, words[7]);
}
