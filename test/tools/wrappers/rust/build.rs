//! Asks the compiler what a stable one forbids, as scripts of crates do.
use std::{env, fs, process::Command};

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let probe = format!("{out}/probe.rs");
    fs::write(&probe, "#![feature(never_type)]\npub fn f() {}\n").unwrap();
    let rustc = env::var("RUSTC").unwrap();
    let mut command = match env::var("RUSTC_WRAPPER") {
        Ok(wrapper) if !wrapper.is_empty() => {
            let mut command = Command::new(wrapper);
            command.arg(rustc);
            command
        }
        _ => Command::new(rustc),
    };
    let can = command
        .args(["--crate-type=lib", "-O", "--out-dir", &out, &probe])
        .output()
        .unwrap()
        .status
        .success();
    println!("cargo::rustc-env=CAN={can}");
    println!("cargo::rerun-if-changed=build.rs");
}
