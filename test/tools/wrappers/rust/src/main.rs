//! Counts words by their first letter, and panics if it is told to.
mod words;

use std::collections::BTreeMap;

fn main() {
    let text = include_str!("main.rs");
    let mut letters: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for word in words::split(text) {
        letters.entry(words::initial(word)).or_default().push(word);
    }
    for (letter, found) in &letters {
        let longest = found.iter().max_by_key(|word| word.len()).unwrap();
        println!("{letter}: {} {longest}", found.len());
    }
    println!("{:08x}", fast::checksum(text.as_bytes()));
    println!("{} {}", maker::count!(a b c), option_env!("CAN").unwrap_or("-"));
    let caught = std::panic::catch_unwind(|| words::initial(""));
    println!("caught: {}", caught.is_err());
}
