/// The words of `text`, without punctuation.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// The first letter of `word`.
pub fn initial(word: &str) -> char {
    word.chars().next().expect("no letter").to_ascii_lowercase()
}
