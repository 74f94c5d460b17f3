"""Compiles many functions beside many declarations of what must not be called, as
headers of fortified libraries have, and beside as many others: the time that
decisions about passes take must not depend on it.

USAGE: forbidden.py <clang> <plugin> <folder>
"""
import os
import resource
import subprocess
import sys

CLANG, PLUGIN, FOLDER = sys.argv[1:]
DECLARATIONS, FUNCTIONS, MOST = 6000, 600, 2

FUNCTION = """define i32 @f%d(ptr %%p, i32 %%n) #0 {
entry:
  br label %%loop
loop:
  %%i = phi i32 [ 0, %%entry ], [ %%next, %%loop ]
  %%x = load volatile i32, ptr %%p
  %%next = add i32 %%i, %%x
  %%more = icmp slt i32 %%next, %%n
  br i1 %%more, label %%loop, label %%end
end:
  ret i32 %%next
}
"""


def seconds(attribute):
    os.makedirs(FOLDER, exist_ok=True)
    path = os.path.join(FOLDER, "module.ll")
    with open(path, "w") as module:
        module.write('target triple = "x86_64-unknown-linux-gnu"\n')
        module.writelines("declare void @w%d() #1\n" % i for i in range(DECLARATIONS))
        module.writelines(FUNCTION % i for i in range(FUNCTIONS))
        module.write("attributes #0 = { minsize optsize uwtable }\n")
        module.write('attributes #1 = { "%s"="no" }\n' % attribute)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([CLANG, "-w", "-Oz", "-fpass-plugin=" + PLUGIN, "-c", path, "-o", path + ".o"],
                   check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


forbidden, others = seconds("dontcall-warn"), seconds("nothing")
print("%.2f s instead of %.2f" % (forbidden, others))
sys.exit(forbidden > MOST * others)
