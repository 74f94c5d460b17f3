# Packs what was built, has lintian check the packages, installs them from a
# repository of them in a root whose dpkg knows nothing but what they may depend
# on, uses them there, and removes them.
# No network; the compiler is that of this machine.
#
# USAGE: sh InstallPackages.sh <cpack> <build folder> <folder to work in> <majors>
set -eu

cpack=$1
build=$2
work=$3
majors=$4
here=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "InstallPackages.sh: $*" >&2
  exit 1
}

for tool in dpkg dpkg-deb dpkg-shlibdeps dpkg-scanpackages apt-get gzip lintian; do
  command -v "$tool" >/dev/null || {
    echo "SKIPPED: no $tool"
    exit 77
  }
done
[ "$(id -u)" = 0 ] || {
  echo "SKIPPED: dpkg installs as root only"
  exit 77
}
rm -rf "$work"
mkdir -p "$work"
cd "$work"

# Packing takes no longer than it must.
"$cpack" --config "$build/CPackConfig.cmake" -G DEB -B "$work/packages" \
  -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip >cpack.log 2>&1 || {
  cat cpack.log
  fail "cpack failed"
}
architecture=$(dpkg --print-architecture)
names="mlgo libmlgo-dev"
for major in $majors; do
  names="$names mlgo-plugin-$major"
done
# Ranks of MPI are a package of their own, if they were built.
ranks=
[ ! -f packages/mlgo-mpi_*_"$architecture".deb ] || ranks=mlgo-mpi
files=
for name in $names $ranks; do
  file=$(echo packages/"${name}"_*_"$architecture".deb)
  [ -f "$file" ] || fail "no package $name"
  files="$files $file"
  dpkg-deb --fsys-tarfile "$file" | tar x -O "./usr/share/doc/$name/copyright" |
    grep -q "LLVM exception" || fail "$name has no licence"
  depends=$(dpkg-deb -f "$file" Depends)
  case $name,$depends in
  mlgo-mpi,*) ;;
  *openmpi* | *xgboost*) fail "$name depends on $depends" ;;
  esac
  [ -z "$(dpkg-deb -I "$file" | grep -E ' (pre|post)(inst|rm) *$')" ] ||
    fail "$name has scripts, and needs none"
  case $name in
  mlgo-plugin-*)
    major=${name##*-}
    echo "$depends" | grep -q "libllvm$major (>= [^)]*), libllvm$major (<< " ||
      fail "$name depends on $depends, expected libllvm$major of one minor version"
    ;;
  esac
done

# Its errors and warnings are ours to mend; none is overridden.
lintian --allow-root --fail-on error,warning $files >lintian.log 2>&1 || {
  cat lintian.log
  fail "lintian: see above"
}

# A root with the versions that are installed here of what is depended on.
root=$work/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
: >"$root/var/lib/dpkg/status"
for file in $files; do
  dpkg-deb -f "$file" Depends
done | tr ',' '\n' | sed 's/(.*//; s/ //g' | sort -u | while read -r name; do
  case $name in
  mlgo*) continue ;;
  esac
  dpkg-query -W -f='Package: ${Package}\nStatus: install ok installed\nMaintainer: x\nArchitecture: ${Architecture}\nMulti-Arch: ${Multi-Arch}\nVersion: ${Version}\nDescription: x\n\n' \
    "$name" 2>/dev/null | sed '/^Multi-Arch: $/d' >>"$root/var/lib/dpkg/status"
done
in_root() {
  dpkg --root="$root" --log=/dev/null "$@" >dpkg.log 2>&1 || {
    cat dpkg.log
    fail "dpkg $*: failed"
  }
}
if dpkg --root="$root" --log=/dev/null -i packages/mlgo_* >dpkg.log 2>&1; then
  fail "mlgo was installed without its plugin"
fi
# From a folder that apt takes for a repository, with lists and states of its own.
sh "$here/../../../cmake/repository.sh" packages || fail "no repository"
mkdir -p apt/lists/partial apt/cache/archives/partial apt/empty
echo "deb [trusted=yes] file:$work/packages ./" >apt/sources.list
in_apt() {
  apt-get -q -y \
    -o Dir::Etc::Parts="$work/apt/empty" -o Dir::Etc::SourceParts="$work/apt/empty" \
    -o Dir::Etc::SourceList="$work/apt/sources.list" \
    -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" \
    -o Dir::State::status="$root/var/lib/dpkg/status" \
    -o Dir::State::extended_states="$work/apt/extended" \
    -o Debug::NoLocking=1 -o APT::Sandbox::User=root \
    -o DPkg::Pre-Install-Pkgs::= -o DPkg::Options::="--root=$root" \
    -o DPkg::Options::=--log=/dev/null \
    "$@" >apt.log 2>&1 || {
    cat apt.log
    fail "apt-get $*: failed"
  }
}
in_apt update
in_apt install --no-install-recommends $names $ranks

for file in man/man1/mlgo.1.gz man/man1/mlgo-tune.1.gz man/man1/mlgo-clang.1.gz \
  bash-completion/completions/mlgo zsh/vendor-completions/_mlgo \
  doc/mlgo/README.md doc/mlgo/models/README.md mlgo/models/inline-size.mlgo; do
  [ -s "$root/usr/share/$file" ] || fail "not installed: $file"
done

# Used.
PATH=$root/usr/bin:$PATH
export CCACHE_DISABLE=1
for major in $majors; do
  ours=mlgo-clang++-$major
  stock=clang++-$major
  $stock -std=c++17 -Oz "$here/Shapes.cpp" -o stock-"$major"
  $ours -std=c++17 -Oz "$here/Shapes.cpp" -o ours-"$major"
  [ "$(./stock-"$major")" = "$(./ours-"$major")" ] || fail "$ours: other output"
  before=$(size stock-"$major" | awk 'NR == 2 { print $1 }')
  after=$(size ours-"$major" | awk 'NR == 2 { print $1 }')
  echo "$stock: $before bytes, $ours: $after bytes"
  [ "$after" -lt "$before" ] || fail "$ours: not smaller"
  $stock -std=c++17 -Oz $(mlgo flags --llvm "$major") "$here/Shapes.cpp" -o flags
  [ "$(size flags | awk 'NR == 2 { print $1 }')" = "$after" ] ||
    fail "mlgo flags --llvm $major: another program than that of $ours"
done
[ -z "$ranks" ] || [ -f "$root"/usr/lib/mlgo/plugins/mlgo-mpi.so ] ||
  fail "mlgo-mpi has no library"
# By a link, if the folder's name has a blank.
named=$(mlgo flags | sed 's/^-fpass-plugin=\([^ ]*\).*/\1/')
readlink -f "$named" | grep -q "^$(readlink -f "$root")/usr/lib/.*/MLGO-" ||
  fail "mlgo flags names another plugin than the installed one"

# What the Dockerfile ends with, but for its own apt.
grep -q "^RUN apt-get install .* mlgo " "$here/../../../cmake/Dockerfile" ||
  fail "the Dockerfile installs no mlgo"
sed -n 's/^ENV /export /p; s/^RUN //p' "$here/../../../cmake/Dockerfile" |
  grep -v -e apt -e run.sh | sed "s|/tmp/|$work/|g" >steps
[ "$(wc -l <steps)" = 2 ] || fail "the Dockerfile has other steps: $(cat steps)"
sh -eu steps || fail "the Dockerfile's last step failed"

# Removed, with all that was installed.
in_root --purge $names $ranks
left=$(cd "$root" && find . -not -type d -path '*mlgo*')
[ -z "$left" ] || fail "left after removal: $left"
