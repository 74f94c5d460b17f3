# Builds with the program $1, then again, after changes, with a failure; the
# folder of this recipe is $2.
set -u
cp "$2/build.ninja" .
echo "source = build.ninja" >paths.ninja
"$1" -j1 -v
"$1" -j1
echo "# more" >>build.ninja
"$1" -j1 -d explain 2>&1 | sed 's/[0-9]\{12,\}/time/g'
"$1" -j1 -k0 broken second
cat number answer | cksum
"$1" -t clean
