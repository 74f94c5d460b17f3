# Fills in what the package's configure script would have.
sed -e 's/@VERSION@/1.0.18/' \
    -e 's/@SODIUM_LIBRARY_VERSION_MAJOR@/10/' \
    -e 's/@SODIUM_LIBRARY_VERSION_MINOR@/3/' \
    -e 's/@SODIUM_LIBRARY_MINIMAL_DEF@//' \
    include/sodium/version.h.in >include/sodium/version.h
