# Parts of --smallest that the wrappers, the mlgo command and mlgo_optimize share.
# Links have theirs in src/tools/wrappers/mlgo-ld.in.
set(MLGO_SMALLEST_SECTIONS -ffunction-sections -fdata-sections)
# How many sets of passes are tried for each function.
set(MLGO_SMALLEST_EFFORT 4)
# Bytes alone decide about passes, also in hot loops.
set(MLGO_SMALLEST_HOT ignore)

# What a program gives up, said once for a link or a build.
string(CONCAT MLGO_SMALLEST_NOTICE
  "--smallest has a price. On x86-64 unwind tables do not describe epilogues: a "
  "profiler or debugger that stops there sees a wrong caller, exceptions work. "
  "Equal functions share code where nobody takes their address. Programs have no "
  "build id and need glibc 2.36. Loops may take longer. Compilations take about "
  "six times as long.")
