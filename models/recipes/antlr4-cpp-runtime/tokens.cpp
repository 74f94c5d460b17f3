// Splits paths with the lexer that the runtime has for itself, looks at its
// automata, rewrites and prints.

#include "antlr4-runtime.h"
#include "tree/xpath/XPathLexer.h"

#include <iostream>

int main() {
  for (const char *Path : {"/a//b/!c", "//ID/'text'", "*/!*/Rule//TOKEN",
                           "/\xc3\xa9t\xc3\xa9", "/?"}) {
    antlr4::ANTLRInputStream Input(Path);
    XPathLexer Lexer(&Input);
    Lexer.removeErrorListeners();
    antlr4::ConsoleErrorListener Errors;
    antlr4::CommonTokenStream Tokens(&Lexer);
    try {
      Tokens.fill();
      for (const antlr4::Token *Token : Tokens.getTokens())
        std::cout << Token->toString() << '\n';
      antlr4::TokenStreamRewriter Rewriter(&Tokens);
      Rewriter.insertBefore(size_t(0), "<");
      Rewriter.insertAfter(Tokens.size() - 2, ">");
      Rewriter.replace(size_t(1), "x");
      std::cout << Rewriter.getText() << '\n';
    } catch (const std::exception &E) {
      std::cout << E.what() << '\n';
    }
  }
  antlr4::ANTLRInputStream Input("");
  XPathLexer Lexer(&Input);
  const antlr4::atn::ATN &Machine = Lexer.getATN();
  std::cout << Machine.states.size() << ' ' << Machine.ruleToStartState.size()
            << ' ' << Machine.toString().size() << '\n';
  for (const std::string &Name : Lexer.getRuleNames())
    std::cout << Name << ' ';
  antlr4::misc::IntervalSet Set;
  Set.add(3, 9);
  Set.add(20);
  std::cout << Set.toString() << ' ' << Set.complement(0, 25).toString()
            << '\n';
}
