// What commands do not say of themselves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/help/Additions.h"

namespace mlgo {
const std::vector<HelpAddition> &allHelpAdditions() {
  static const std::vector<HelpAddition> Additions = {
      {"mlgo", "",
       "mlgo doctor\nmlgo compare --level Oz -- make CC=clang-22 -j4\n"
       "mlgo run --oz -- make CC=clang-22 -j4",
       ""},
      {"mlgo compare", "Build with and without plugins, and compare", "",
       "--matrix --no-outline --baseline-flags --lto --lto-decide --columns "
       "--work --recipes --keep --icf --profile --time --lean "
       "--no-unwind-tables --against --write-budget --junit --github --role"},
      {"mlgo corpus", "Make bitcode corpora of real programs",
       "mlgo corpus fetch lua5.4 leveldb --into corpora --jobs 4", ""},
      {"mlgo corpus fetch", "Build Debian packages, and extract bitcode", "",
       ""},
      {"mlgo corpus extract", "Make a corpus of a build's objects", "",
       "--verbosity --llvm-objcopy-path --bitcode-section-name "
       "--cmd-section-name --thinlto-build"},
      {"mlgo corpus info", "Count what a corpus has", "", ""},
      {"mlgo corpus make", "Make a corpus of bitcode files", "", ""},
      {"mlgo corpus combine", "Make one corpus of several", "", ""},
      {"mlgo corpus whole-program", "Merge each program into one module", "",
       ""},
      {"mlgo doctor", "Say what works together on this machine", "", ""},
      {"mlgo eval", "Measure policies and decisions files on a corpus", "",
       "--functions --module --beside --baseline --keep --csv --trial-seconds "
       "--trial-megabytes --objective --profile --hide-profile --program "
       "--as-library"},
      {"mlgo fit", "Fit a model to labels", "",
       "--objective --inputs --exclude --where --except --min-bytes "
       "--speed-price --priced --max-examples --folds --widen --no-ranges "
       "--threshold --loop-threshold --leave-exported --growth --largest-block "
       "--instructions-per-call --provenance --learning-rate --patience "
       "--min-child-weight --lambda --subsample --column-sample --hidden "
       "--epochs --batch --weight-decay --quantiles --steps --balance --clip "
       "--targets --levels --seed --leaves"},
      {"mlgo flags", "Print what to pass to the compiler", "",
       "--level --target --profile --llvm"},
      {"mlgo host", "Decide for a stock compiler", "", ""},
      {"mlgo labels", "Try opposite decisions, and log what they bring", "",
       "--objective --profile --hide-profile --size-price --as-library "
       "--module --beside --trial-seconds --trial-megabytes --traces "
       "--problems --choices --modules --seed --keep-ready --only-together "
       "--program"},
      {"mlgo log", "", "mlgo log stats x.log", ""},
      {"mlgo log print", "", "mlgo log print --limit 3 x.log", ""},
      {"mlgo log to-csv", "", "mlgo log to-csv x.log > x.csv", ""},
      {"mlgo log stats", "", "mlgo log stats x.log", ""},
      {"mlgo log check", "", "mlgo log check x.log", ""},
      {"mlgo log compare", "Say where two logs first differ",
       "mlgo log compare stock.log ours.log", ""},
      {"mlgo model", "", "", ""},
      {"mlgo model info", "", "mlgo model info policy.mlgo", ""},
      {"mlgo model verify", "", "mlgo model verify policy.mlgo", ""},
      {"mlgo model aot", "Compile a model to a C++ header", "", ""},
      {"mlgo model convert", "Write a .tflite file as a model file", "", ""},
      {"mlgo model import", "Make a model file of a network in JSON", "", ""},
      {"mlgo model scope", "Say what a policy is for", "", ""},
      {"mlgo why", "Say why calls are inlined or not", "", ""},
      {"mlgo run", "Run a build with the plugin, and say what was decided", "",
       ""},
      {"mlgo search", "Find the best decisions for the programs of a corpus",
       "",
       "--objective --profile --hide-profile --size-price --max-growth "
       "--as-library --module --beside --trial-seconds --trial-megabytes "
       "--keep-ready --labels --method --from --rounds --seed --program"},
      {"mlgo train", "Improve a policy by evolution", "",
       "--share-workers --beside --parameters --scale-floor --seed --algorithm "
       "--pairs --sigma --step-rule --step-size --momentum --max-step "
       "--shaping --top-pairs --min-survivors --decay --modules-per-package "
       "--largest-module --validation-interval --patience --checkpoint "
       "--metrics --plot --objective --profiles --no-unwind-tables --level "
       "--show --settings --validation-packages --training-packages "
       "--modules-per-generation"},
      {"mlgo train-own", "Train on your programs, and measure on another", "",
       "--work --seed --workers"},
      {"mlgo tune", "Search the best decisions for a build, and print flags",
       "",
       "--hide-profile --work --workers --program --pairs --level "
       "--no-unwind-tables --as-library"},
  };
  return Additions;
}

HelpAddition findHelpAddition(const std::string &Command) {
  for (const HelpAddition &A : allHelpAdditions())
    if (A.Command == Command)
      return A;
  return {};
}
} // namespace mlgo
