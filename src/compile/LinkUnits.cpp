// The linker's view of an object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/LinkUnits.h"
#include "compile/ELFLinkUnits.h"
#include "compile/WasmLinkUnits.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/IR/Function.h"
#include <algorithm>

namespace mlgo {
std::string getLinkUnitName(std::string_view Section) {
  for (std::string_view Table : {".ARM.exidx", ".ARM.extab"})
    if (Section.size() > Table.size() &&
        Section.substr(0, Table.size()) == Table)
      Section.remove_prefix(Table.size());
  for (std::string_view Kind :
       {".text.startup.", ".text.unlikely.", ".text.hot.", ".text.",
        ".gcc_except_table.", ".rodata."})
    if (Section.size() > Kind.size() &&
        Section.substr(0, Kind.size()) == Kind) {
      std::string_view Name = Section.substr(Kind.size());
      // Data keep the section's name: a datum may be called like a function.
      if (Kind == ".rodata." &&
          (Name.substr(0, 3) == "cst" || Name.substr(0, 3) == "str"))
        break;
      return std::string(Name);
    }
  return std::string(Section);
}

std::string getUnitOfFunction(const llvm::Function &F) {
  if (F.hasSection())
    return getLinkUnitName(F.getSection().str());
  return F.getName().str();
}

Result<ObjectUnits> readLinkUnits(std::string_view Object) {
  const llvm::StringRef Bytes(Object.data(), Object.size());
  auto Units = llvm::identify_magic(Bytes) == llvm::file_magic::wasm_object
                   ? readWasmLinkUnits(Object)
                   : readELFLinkUnits(Object);
  if (Units)
    for (auto &[Name, U] : *Units)
      for (auto *List : {&U.Defines, &U.Uses, &U.Units}) {
        std::sort(List->begin(), List->end());
        List->erase(std::unique(List->begin(), List->end()), List->end());
      }
  return Units;
}
} // namespace mlgo
