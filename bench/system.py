"""A small system by gcc, stock clang and mlgo: the Linux kernel, and busybox in a
static program with musl, of Debian's sources; booted, tested and measured.

  python3 bench/system.py build WORK --jobs 2
  python3 bench/system.py build WORK --target aarch64 --variants gcc clang mlgo

The kernel has the configuration of bench/system/kernel*.config and its own -Os;
musl and busybox are compiled with -Oz, "smallest" with the flags of mlgo flags
--smallest (its kernel is mlgo's). qemu boots each without KVM, and the guest runs
bench/system/run: a disk, the network, and busybox's own test suite.

Prints a table. The exit code is 1 if something does not build or boot, if one of
the tests has another result than by stock clang, or if one of mlgo's builds warns
otherwise than stock's. Finished parts stay in WORK and are not made again.
"""

import collections
import dataclasses
import gzip
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test/sweep"))
import sweep  # noqa: E402

KERNEL = pathlib.Path("/usr/src/linux-source-6.12.tar.xz")
BOOT_SECONDS = 1800


def fail(text):
    sys.exit(f"system: error: {text}")


@dataclasses.dataclass(frozen=True)
class Target:
    """How the kernel calls a processor, and how Debian and qemu do."""
    arch: str
    image: str
    prefix: str
    headers: dict
    machine: tuple
    console: str
    clang: tuple = ()


TARGETS = {
    "x86-64": Target(
        "x86_64", "arch/x86/boot/bzImage", "x86_64-linux-gnu-",
        {name: f"/usr/include/{name}" for name in ("linux", "asm-generic", "mtd")}
        | {"asm": "/usr/include/x86_64-linux-gnu/asm"},
        ("qemu-system-x86_64", "-cpu", "max"), "ttyS0"),
    "aarch64": Target(
        "arm64", "arch/arm64/boot/Image.gz", "aarch64-linux-gnu-",
        {name: f"/usr/aarch64-linux-gnu/include/{name}"
         for name in ("linux", "asm-generic", "mtd", "asm")},
        ("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72"), "ttyAMA0",
        ("--target=aarch64-linux-gnu",)),
}
VARIANTS = ("gcc", "clang", "mlgo", "smallest")


class Part:
    """A part of the system: commands with a log, done once for what they are."""

    def __init__(self, folder, *versions):
        self.folder, self.log = folder, folder.with_suffix(".log")
        self.stamp = folder.with_suffix(".done")
        self.version = hashlib.sha256(repr(versions).encode()).hexdigest()

    def is_done(self):
        return self.stamp.exists() and self.stamp.read_text() == self.version

    def begin(self, tree=None):
        """An empty folder, or a copy of `tree`; but an interrupted part goes on,
        since make knows what is there."""
        begun = self.folder.with_suffix(".begun")
        if begun.exists() and begun.read_text() == self.version:
            return
        for path in (self.stamp, begun, self.log):
            path.unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        if tree:
            shutil.copytree(tree, self.folder, symlinks=True)
        self.folder.mkdir(exist_ok=True)
        begun.write_text(self.version)

    def run(self, *command, **options):
        print(f"{self.folder}: {shlex.join(map(str, command))[:90]}",
              file=sys.stderr, flush=True)
        with self.log.open("ab") as log:
            done = subprocess.run(
                list(map(str, command)), cwd=self.folder, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, check=False, **options)
        if done.returncode != 0:
            fail(f"{command[0]}: exit {done.returncode}; see {self.log}")

    def end(self):
        self.stamp.write_text(self.version)

    def warnings(self):
        """How often it was warned of something, at whichever address. clang's
        driver does not know some of busybox's flags for gcc."""
        lines = self.log.read_text(errors="replace").splitlines()
        return collections.Counter(
            re.sub(r"0x[0-9a-f]+", "0x", line).replace(str(self.folder), "")
            for line in lines if re.search(r"\bwarning:", line, flags=re.I)
            and not re.search(r"-W(ignored|unused)-[a-z-]*argument\]", line))


def configured(text, lines):
    """`text`, a configuration, with `lines` instead of what it says of them."""
    for line in lines:
        name = line.split("=")[0]
        text, count = re.subn(rf"^(# )?{name}[ =].*$", line, text, flags=re.M)
        if not count:
            fail(f"{name}: no such setting in the configuration")
    return text


class System:
    """One variant for one target."""

    def __init__(self, options, target, variant, sources):
        self.target, self.variant, self.sources = target, variant, sources
        self.folder = options.work / options.target / variant
        self.jobs = [f"-j{options.jobs}", "--output-sync"]  # Lines would mix.
        self.kernel_folder = self.folder
        asked = lambda *words: shlex.split(subprocess.run(
            [options.build / "src/tools/mlgo", "flags", *words], check=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout)
        self.tools = "llvm-{}-22"
        self.compiler = ["clang-22", *target.clang]
        self.flags, self.link, self.kernel_flags = ["-Oz"], [], []
        if variant == "gcc":
            self.compiler, self.tools = [f"{target.prefix}gcc"], target.prefix + "{}"
        elif variant == "mlgo":
            self.kernel_flags = asked()
            self.flags += self.kernel_flags
        elif variant == "smallest":
            self.flags = asked("--smallest", "--target", options.target)
            self.link = asked("--smallest", "--linker")
            self.kernel_folder = self.folder.parent / "mlgo"

    def build(self):
        parts = {"kernel": self.kernel(), "musl": self.musl()}
        parts["busybox"] = self.busybox()
        return parts

    def kernel(self):
        settings = "".join(
            (HERE / f"system/kernel{one}.config").read_text()
            for one in ("", "-" + self.folder.parent.name.replace("-", "_")))
        part = Part(self.kernel_folder / "kernel", settings, self.kernel_flags,
                    self.compiler)
        if part.is_done() or self.variant == "smallest":
            return part
        part.begin()
        (part.folder / "asked").write_text(settings)
        make = ["make", "-C", self.sources["linux"], f"O={part.folder}", *self.jobs,
                f"ARCH={self.target.arch}", "KBUILD_BUILD_TIMESTAMP=@0",
                "KBUILD_BUILD_USER=mlgo", "KBUILD_BUILD_HOST=mlgo",
                *(["LLVM=-22"] if self.variant != "gcc" else
                  [f"CROSS_COMPILE={self.target.prefix}"]),
                f"KCFLAGS={shlex.join(self.kernel_flags)}"]
        part.run(*make, "allnoconfig", f"KCONFIG_ALLCONFIG={part.folder}/asked")
        got = (part.folder / ".config").read_text().splitlines()
        lost = sorted(set(settings.split()) - set(got))
        if lost:
            fail(f"{part.folder}/.config lacks {', '.join(lost)}")
        part.run(*make, self.target.image.rsplit("/", 1)[1])
        part.end()
        return part

    def musl(self):
        part = Part(self.folder / "musl", self.flags, self.compiler)
        if part.is_done():
            return part
        part.begin()
        tools = {name: self.tools.format(name.lower()) for name in ("AR", "RANLIB")}
        part.run(self.sources["musl"] / "configure", "--disable-shared",
                 "--enable-wrapper=no", f"--prefix={part.folder}/sysroot",
                 f"--target={self.target.prefix[:-1]}", "CROSS_COMPILE=",
                 f"CC={shlex.join(self.compiler)}",
                 f"CFLAGS={shlex.join(self.flags)}",
                 *(f"{name}={tool}" for name, tool in tools.items()))
        # "make install" would compile everything once more, for a shared library.
        part.run("make", *self.jobs, "install-headers", *(f"lib/{name}" for name in (
            "crt1.o", "crti.o", "crtn.o", "libc.a", "libm.a", "libcrypt.a",
            "libresolv.a", "librt.a")))
        for name, headers in self.target.headers.items():
            place = part.folder / "sysroot/include" / name
            place.unlink(missing_ok=True)
            place.symlink_to(headers)
        self.write_compiler(part.folder / "sysroot")
        part.end()
        return part

    def write_compiler(self, sysroot):
        """The compiler for musl instead of the libc that it was made for."""
        said = lambda word: subprocess.run(
            [*self.compiler, word], check=True, capture_output=True,
            text=True).stdout.strip()
        lib, call = sysroot.parent / "lib", shlex.join(self.compiler)
        headers = (f"-nostdinc -isystem {sysroot}/include -isystem "
                   f"{said('-print-file-name=include')}")
        # gcc knows lld by this name only.
        (sysroot / "ld.lld").unlink(missing_ok=True)
        (sysroot / "ld.lld").symlink_to(shutil.which("ld.lld-22"))
        (sysroot / "cc").write_text(
            "#!/bin/sh\nfor word; do case $word in -c | -S | -E | -r | -M*)\n"
            f"  exec {call} {headers} \"$@\" ;;\nesac; done\n"
            f"exec {call} {headers} -static -nostdlib -B{sysroot} "
            f"-fuse-ld=lld "
            f"{shlex.join(self.link)} {lib}/crt1.o {lib}/crti.o \"$@\" -L{lib} -lc "
            f"{said('-print-libgcc-file-name')} -lc {lib}/crtn.o\n")
        (sysroot / "cc").chmod(0o755)

    def busybox(self):
        part = Part(self.folder / "busybox", self.flags, self.link, self.compiler)
        if part.is_done():
            return part
        part.begin(self.sources["busybox"])
        make = ["make", *self.jobs, "HOSTCC=gcc", "SKIP_STRIP=y",
                f"CC={self.folder}/musl/sysroot/cc",
                *(f"{name}={self.tools.format(name.lower())}"
                  for name in ("AR", "NM", "OBJCOPY", "OBJDUMP"))]
        part.run(*make, "defconfig")
        config = part.folder / ".config"
        config.write_text(configured(config.read_text(), (
            "CONFIG_STATIC=y",
            f"CONFIG_EXTRA_CFLAGS=\"{shlex.join(self.flags)}\"")))
        part.run("sh", "-c", 'yes "" | "$@"', "sh", *make, "oldconfig")
        part.run(*make, "busybox")
        part.run(self.tools.format("strip"), "busybox", "-o", "stripped")
        part.run(*make, "busybox.links")
        part.end()
        return part

    def archive(self, name, lines):
        """An archive of files for the kernel, as its own program packs it."""
        (self.folder / f"{name}.list").write_text("\n".join(lines) + "\n")
        packed = subprocess.run(
            [self.kernel_folder / "kernel/usr/gen_init_cpio", "-t", "0",
             self.folder / f"{name}.list"], check=True, stdout=subprocess.PIPE)
        return packed.stdout

    def root(self):
        links = (self.folder / "busybox/busybox.links").read_text().split()
        folders = ("bin", "sbin", "usr", "usr/bin", "usr/sbin", "dev", "proc",
                   "sys", "tmp", "etc", "root")
        return self.archive("root", [
            *(f"dir /{one} 0755 0 0" for one in folders),
            "nod /dev/console 0600 0 0 c 5 1",
            f"file /init {HERE}/system/init 0755 0 0",
            f"file /bin/busybox {self.folder}/busybox/stripped 0755 0 0",
            *(f"slink {one} /bin/busybox 0777 0 0" for one in links
              if one != "/bin/busybox")])

    def tests(self):
        tree = self.folder / "busybox"
        lines = ["dir /tests 0755 0 0", f"file /tests/run {HERE}/system/run 0755 0 0",
                 f"file /tests/.config {tree}/.config 0644 0 0",
                 "dir /etc 0755 0 0", "dir /tests/testsuite 0755 0 0"]
        for path in sorted((tree / "testsuite").rglob("*")):
            kind = "dir" if path.is_dir() else "file"
            place = "" if path.is_dir() else f" {path}"
            lines.append(f"{kind} /tests/{path.relative_to(tree)}{place} "
                         f"{path.stat().st_mode & 0o777:o} 0 0")
        return self.archive("tests", lines)

    def boot(self):
        """The results of the guest's tests, in its order."""
        image = self.kernel_folder / "kernel" / self.target.image
        command = ["timeout", BOOT_SECONDS, *self.target.machine, "-m", "512",
                   "-smp", "2,sockets=2", "-nographic", "-no-reboot",
                   "-net", "nic,model=virtio", "-net", "user", "-kernel", image,
                   "-initrd", self.folder / "boot/initrd", "-append",
                   f"console={self.target.console} panic=-1 quiet"]
        part = Part(self.folder / "boot", list(map(str, command)), *(
            hashlib.sha256(path.read_bytes()).hexdigest() for path in (
                image, self.folder / "busybox/stripped", HERE / "system/init",
                HERE / "system/run")))
        if not part.is_done():
            part.begin()
            (part.folder / "initrd").write_bytes(
                gzip.compress(self.root() + self.tests(), 6, mtime=0))
            part.log.unlink(missing_ok=True)
            part.run(*command)
        said = part.log.read_text(errors="replace").replace("\r", "")
        if not re.search(r"^system: done$", said, flags=re.M):
            fail(f"{self.folder.name} does not boot to its end; see {part.log}")
        bad = re.search(r".*(BUG:|WARNING:|Oops|segfault|Call Trace).*", said)
        if bad:
            fail(f"{self.folder.name}: the kernel says '{bad[0]}'; see {part.log}")
        part.end()
        return re.findall(r"^(?:suite|system): ((?:PASS|FAIL|SKIPPED|UNTESTED).*)",
                          said, flags=re.M)

    def sizes(self):
        """Bytes of the parts. vmlinux.o is the kernel before its linker rounds
        sections up to pages."""
        said = lambda *words: subprocess.run(
            ["llvm-size-22", *words], check=True, capture_output=True,
            text=True).stdout
        code = lambda path: sum(map(int, re.findall(
            r"^(?:\.\w+)?\.text\S* +(\d+)", said("-A", path), flags=re.M)))
        kernel, stripped = self.kernel_folder / "kernel", self.folder / "busybox/stripped"
        root = self.root()
        return {
            "kernel, code": code(kernel / "vmlinux.o"),
            "kernel, code, constants, tables":
                int(said(kernel / "vmlinux.o").split("\n")[1].split()[0]),
            "kernel, compressed image": (kernel / self.target.image).stat().st_size,
            "busybox with musl, code": code(stripped),
            "busybox with musl, file": stripped.stat().st_size,
            "root file system": len(root),
            "root file system, gzip": len(gzip.compress(root, 9, mtime=0)),
        }


def fetch(work):
    """The folders of sources."""
    if not KERNEL.exists():
        fail(f"{KERNEL} is not there; install what cmake/packages-system.txt names")
    work.mkdir(parents=True, exist_ok=True)
    linux = work / KERNEL.name.split(".tar")[0]
    if not linux.exists():
        begun = work / "unpacking"
        shutil.rmtree(begun, ignore_errors=True)
        begun.mkdir()
        subprocess.run(["tar", "-xf", KERNEL, "-C", begun], check=True)
        os.rename(begun / linux.name, linux)
    found = {"linux": linux}
    for package in ("musl", "busybox"):
        trees = list((work / "sources").glob(f"{package}-*/"))
        if not trees and not sweep.fetch_source(package, work / "sources"):
            fail(f"{package}: no source can be fetched")
        found[package] = next((work / "sources").glob(f"{package}-*/"))
    return found


def differences(what, ours, stock):
    """Says how two collections of lines differ; whether they do."""
    for sign, lines in (("+", ours - stock), ("-", stock - ours)):
        for line in sorted(lines):
            print(f"system: {what}: {sign} {line}", file=sys.stderr)
    return ours != stock


def main():
    parser = sweep.make_parser(__doc__)
    parser.add_argument("--target", choices=TARGETS, default="x86-64")
    parser.add_argument("--variants", nargs="+", choices=VARIANTS,
                        default=list(VARIANTS[:3]))
    options = parser.parse_args()
    options.work = options.work.resolve()
    variants = [one for one in VARIANTS if one in options.variants]
    target, sources = TARGETS[options.target], fetch(options.work)
    warned, results, sizes, faults = {}, {}, {}, False
    for variant in variants:
        one = System(options, target, variant, sources)
        parts = one.build()
        results[variant] = one.boot()
        sizes[variant] = one.sizes()
        warned[variant] = {name: part.warnings() for name, part in parts.items()}
    for variant in variants:
        if variant in ("gcc", "clang") or "clang" not in variants:
            continue
        for name, lines in warned[variant].items():
            faults |= differences(f"{variant}: warnings of {name}", lines,
                                  warned["clang"][name])
    for variant, lines in results.items():
        if "clang" in variants and variant != "clang":
            faults |= differences(f"{variant}: tests", set(lines),
                                  set(results["clang"]))
        counts = {word: sum(line.startswith(word) for line in lines)
                  for word in ("PASS", "FAIL", "SKIPPED", "UNTESTED")}
        print(f"{variant}: boots; tests: " + ", ".join(
            f"{count} {word}" for word, count in counts.items()))
    compared = [(ours, other) for ours in variants[1:] for other in ("clang", "gcc")
                if other in variants and ours != other]
    sweep.print_table(
        ("bytes", *variants, *(f"{ours} against {other} (%)"
                               for ours, other in compared)),
        [(name, *(sizes[one][name] for one in variants),
          *(f"{100 * (sizes[ours][name] / sizes[other][name] - 1):+.2f}"
            for ours, other in compared)) for name in sizes[variants[0]]])
    sys.exit(faults)


if __name__ == "__main__":
    main()
