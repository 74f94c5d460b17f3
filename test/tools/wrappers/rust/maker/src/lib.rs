//! A macro, which runs in the compiler.
use proc_macro::TokenStream;

/// The number of its tokens.
#[proc_macro]
pub fn count(tokens: TokenStream) -> TokenStream {
    format!("{}usize", tokens.into_iter().count())
        .parse()
        .unwrap()
}
