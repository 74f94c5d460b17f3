# Tests that run the compilers of the distribution with our plugins.
import os
import shutil
import sys
import lit.formats

config.name = "mlgo"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".ll", ".c", ".cpp", ".test"]
config.excludes = ["Inputs", "EvictionTestPolicies.cpp", "MakeTestPolicies.cpp",
                   "PriorityTestPolicies.cpp"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.mlgo_test_output
# A record is appended to: what an earlier run left would pass for this one's.
shutil.rmtree(config.test_exec_root, ignore_errors=True)

path = os.pathsep.join([config.llvm_tools, config.mlgo_tools, os.environ["PATH"]])
config.environment["PATH"] = path
for variable in list(os.environ):
    if variable.startswith("MLGO_"):
        config.environment.pop(variable, None)

majors = config.llvm_majors.split()
for major in majors:
    config.available_features.add("llvm-" + major)
    config.substitutions.append(
        ("%plugin-" + major, os.path.join(config.mlgo_plugins, "MLGOInliner-%s.so" % major)))
    # Of all advisors.
    config.substitutions.append(
        ("%all-" + major, os.path.join(config.mlgo_plugins, "..", "all", "MLGO-%s.so" % major)))
if shutil.which("qemu-x86_64"):
    config.available_features.add("qemu-x86_64")
# Programs for other targets can be linked and run.
if all(shutil.which(t) for t in ["qemu-aarch64", "qemu-arm", "qemu-riscv64", "aarch64-linux-gnu-g++",
                                 "arm-linux-gnueabihf-g++", "riscv64-linux-gnu-g++"]):
    config.available_features.add("cross")
# For LLVM 22 only.
config.substitutions.append(
    ("%regalloc", os.path.join(config.mlgo_plugins, "..", "regalloc", "MLGORegAlloc-22.so")))
config.substitutions.append(
    ("%gate", os.path.join(config.mlgo_plugins, "..", "gate", "MLGOGate-22.so")))
config.substitutions += [
    ("%plugin", os.path.join(config.mlgo_plugins, "MLGOInliner-%s.so" % majors[0])),
    ("%clangxx", os.path.join(config.llvm_tools, "clang++")),
    ("%clang", os.path.join(config.llvm_tools, "clang")),
    ("%host", "%s %s" % (sys.executable, os.path.join(
        config.test_source_root, "inliner", "Inputs", "host.py"))),
    ("%models", config.mlgo_models),
    ("%policies", config.mlgo_policies),
]
