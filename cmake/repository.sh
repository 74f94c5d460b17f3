#!/bin/sh
# Makes the folder of Debian packages a repository of apt's: lists with checksums.
# Who serves it to others signs Release (gpg --clearsign -o InRelease Release).
#
# USAGE: sh cmake/repository.sh FOLDER
set -eu

[ $# -eq 1 ] && [ -d "$1" ] || {
  echo "usage: sh cmake/repository.sh folder-of-packages" >&2
  exit 2
}
cd "$1"
ls ./*.deb >/dev/null 2>&1 || {
  echo "repository.sh: error: $PWD has no file *.deb" >&2
  exit 1
}
rm -f Packages Packages.gz Release InRelease Release.gpg
# What it says of itself is counted, and told only if that fails.
said=$(mktemp)
dpkg-scanpackages --multiversion . >Packages.new 2>"$said" || {
  cat "$said" >&2
  rm -f "$said" Packages.new
  exit 1
}
rm -f "$said"
mv Packages.new Packages
gzip -9nk Packages
{
  echo "Origin: mlgo"
  echo "Label: mlgo"
  echo "Suite: stable"
  echo "Architectures: $(sed -n 's/^Architecture: //p' Packages | sort -u | tr '\n' ' ')"
  echo "Date: $(date -Ru)"
  echo "SHA256:"
  for file in Packages Packages.gz; do
    echo " $(sha256sum "$file" | cut -d' ' -f1) $(wc -c <"$file") $file"
  done
} >Release.new
mv Release.new Release
