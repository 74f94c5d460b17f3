# Builds libz.a and libjpeg.a for another machine, with their headers, in the
# folder libraries of the current one. Debian has neither for that.
#
# USAGE: sh build-libraries.sh ZLIB-SOURCE LIBJPEG-TURBO-SOURCE COMPILER
set -e
mkdir libraries
cd libraries
cp "$1"/*.h .
for source in "$1"/*.c; do
  "$3" -DHAVE_UNISTD_H -c "$source"
done
"$AR" rcs libz.a ./*.o
# What runs there cannot be asked here: right shifts keep the sign.
cmake -G "Unix Makefiles" -S "$2" -B jpeg -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER="$3" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=other \
  -DCMAKE_AR="$(command -v "$AR")" -DCMAKE_RANLIB="$(command -v "$RANLIB")" \
  -DRIGHT_SHIFT_IS_UNSIGNED_EXITCODE=1 -DENABLE_SHARED=OFF -DWITH_SIMD=OFF \
  -DWITH_TURBOJPEG=OFF
make -C jpeg jpeg-static
cp "$2"/jpeglib.h "$2"/jmorecfg.h "$2"/jerror.h jpeg/jconfig.h jpeg/libjpeg.a .
