// Names of functions for people, and which functions are not the user's own.
#include "program/internal.h"
#include "program/models.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <array>
#include <cstdlib>

namespace heddle::program {
namespace {

bool startsWithAny(std::string_view text, auto &&prefixes) {
  for (std::string_view prefix : prefixes)
    if (text.starts_with(prefix))
      return true;
  return false;
}

bool isDefaultArgument(std::string_view argument) {
  constexpr std::array defaults = {"std::allocator<", "std::char_traits<", "std::less<",
                                   "std::hash<",      "std::equal_to<",    "std::default_delete<"};
  return startsWithAny(argument, defaults);
}

void replaceAll(std::string &text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

/// Rewrites a demangled name, taking template argument lists apart on the way.
class Shortener {
public:
  explicit Shortener(std::string_view name) : rest(name) {}

  std::string run() {
    std::string out = name();
    while (!rest.empty()) { // An unbalanced '>' or ',' at the top: keep it.
      out += rest.front();
      rest.remove_prefix(1);
      out += name();
    }
    return out;
  }

private:
  std::string_view rest;

  /// Reads up to a ',' or '>' of the list around it.
  std::string name() {
    std::string out;
    int parentheses = 0;
    while (!rest.empty()) {
      if (rest.starts_with("operator")) {
        copyOperator(out);
        continue;
      }
      const char c = rest.front();
      if (parentheses == 0 && (c == ',' || c == '>'))
        break;
      if (c == '<') {
        rest.remove_prefix(1);
        arguments(out);
        continue;
      }
      parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
      out += c;
      rest.remove_prefix(1);
    }
    return out;
  }

  void copyOperator(std::string &out) {
    constexpr std::array symbols = {"<=>", "<<=", ">>=", "->*", "<<", ">>",
                                    "<=",  ">=",  "->",  "<",   ">",  ","};
    out += "operator";
    rest.remove_prefix(std::string_view("operator").size());
    for (std::string_view symbol : symbols)
      if (rest.starts_with(symbol)) {
        out += symbol;
        rest.remove_prefix(symbol.size());
        return;
      }
  }

  void arguments(std::string &out) {
    std::vector<std::string> list;
    while (!rest.empty()) {
      list.push_back(name());
      if (rest.empty())
        break;
      const char c = rest.front();
      rest.remove_prefix(1);
      if (c == '>')
        break;
      while (rest.starts_with(' '))
        rest.remove_prefix(1);
    }
    while (list.size() > 1 && isDefaultArgument(list.back()))
      list.pop_back();
    if (list.size() == 1 && list.front() == "char" && out.ends_with("std::basic_string")) {
      out.replace(out.size() - std::string_view("basic_string").size(), std::string::npos,
                  "string");
      return;
    }
    for (const std::string_view base : {"std::__shared_ptr_access", "std::__shared_ptr"})
      if (out.ends_with(base)) { // What the library calls its own part of it.
        out.replace(out.size() - base.size(), std::string::npos, "std::shared_ptr");
        list.resize(1);
      }
    out += '<';
    for (std::size_t i = 0; i < list.size(); ++i)
      out += (i ? ", " : "") + list[i];
    out += '>';
  }
};

/// `$_0` and `'lambda1'(int)` become `lambda#1` and `lambda#3`; its call operator goes unnamed.
void nameLambdas(std::string &text) {
  for (std::size_t at = text.find("$_"); at != std::string::npos; at = text.find("$_", at)) {
    const std::size_t end = text.find_first_not_of("0123456789", at + 2);
    const int number = std::atoi(text.substr(at + 2, end - at - 2).c_str()) + 1;
    text.replace(at, end == std::string::npos ? end : end - at, "lambda#" + std::to_string(number));
  }
  constexpr std::string_view quoted = "'lambda";
  for (std::size_t at = text.find(quoted); at != std::string::npos; at = text.find(quoted, at)) {
    const std::size_t close = text.find('\'', at + quoted.size());
    if (close == std::string::npos)
      return;
    const std::string digits = text.substr(at + quoted.size(), close - at - quoted.size());
    const int number = digits.empty() ? 1 : std::atoi(digits.c_str()) + 2;
    std::size_t end = close + 1;
    if (end < text.size() && text[end] == '(') {
      int depth = 0;
      do
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      while (++end < text.size() && depth > 0);
    }
    text.replace(at, end - at, "lambda#" + std::to_string(number));
  }
  for (std::size_t at = text.find("lambda#"); at != std::string::npos;
       at = text.find("lambda#", at + 1)) {
    const std::size_t end = text.find_first_not_of("0123456789", at + 7);
    constexpr std::string_view call = "::operator()";
    if (end != std::string::npos && text.compare(end, call.size(), call) == 0)
      text.erase(end, call.size());
  }
}

/// A lambda in `run(int)` is `run::lambda#1`.
void dropEnclosingParameters(std::string &text) {
  constexpr std::string_view anonymous = "(anonymous namespace)";
  for (std::size_t close = text.find(")::"); close != std::string::npos;
       close = text.find(")::", close + 1)) {
    std::size_t open = close;
    for (int depth = 1; depth > 0 && open > 0;) {
      --open;
      depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
    }
    if (text.compare(open, anonymous.size(), anonymous) == 0 || text[open] != '(')
      continue;
    text.erase(open, close + 1 - open);
    close = open;
  }
}

std::string shorten(std::string text) {
  replaceAll(text, "std::__cxx11::", "std::");
  replaceAll(text, "std::__1::", "std::");
  replaceAll(text, "[abi:cxx11]", "");
  text = Shortener(text).run();
  nameLambdas(text);
  dropEnclosingParameters(text);
  return text;
}

std::string take(char *text) {
  std::string taken = text ? text : "";
  std::free(text); // NOLINT: the demangler hands out malloc'ed memory.
  return taken;
}

constexpr std::array<std::string_view, 4> libraryNames = {"_ZNSt", "_ZNKSt", "_ZSt",
                                                          "_ZN9__gnu_cxx"};

} // namespace

std::string_view originalName(std::string_view linkageName) {
  return linkageName.substr(0, linkageName.find(copyMark));
}

std::string shownName(std::string_view linkageName) {
  std::string mangled(originalName(linkageName));
  if (mangled.starts_with("__cxx_global_var_init") || mangled.starts_with("_GLOBAL__sub_I_"))
    return "initialisation of globals";
  llvm::ItaniumPartialDemangler demangler;
  // To the demangler the C function `a` is the type `signed char`.
  if (!mangled.starts_with("_Z") || demangler.partialDemangle(mangled.c_str()))
    return mangled;
  std::string name = demangler.isFunction() ? take(demangler.getFunctionName(nullptr, nullptr))
                                            : take(demangler.finishDemangle(nullptr, nullptr));
  return name.empty() ? mangled : shorten(std::move(name));
}

std::string fullName(std::string_view linkageName) {
  std::string mangled(originalName(linkageName));
  llvm::ItaniumPartialDemangler demangler;
  if (!mangled.starts_with("_Z") || demangler.partialDemangle(mangled.c_str()))
    return mangled;
  std::string name = shownName(linkageName);
  if (demangler.isFunction())
    name += shorten(take(demangler.getFunctionParameters(nullptr, nullptr)));
  return name;
}

bool isLibraryFile(std::string_view path) {
  constexpr std::array<std::string_view, 4> folders = {"/usr/include/", "/usr/lib/",
                                                       "/usr/local/include/", "/heddle-include/"};
  return startsWithAny(path, folders) || path.ends_with("/heddle/heddle.h");
}

bool isLibrary(const llvm::Function &function) {
  if (frontend::isModel(function))
    return true;
  if (const llvm::DISubprogram *subprogram = function.getSubprogram())
    return isLibraryFile(subprogram->getFilename());
  const std::string_view name(function.getName());
  return startsWithAny(name, libraryNames) || name.starts_with("__clang_");
}

bool isModel(const llvm::Function &function) {
  return frontend::isModel(function);
}

bool isModel(const llvm::GlobalVariable &variable) {
  return frontend::isModel(variable);
}

bool isLibrary(const llvm::GlobalVariable &global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> expressions;
  global.getDebugInfo(expressions);
  if (!expressions.empty())
    return isLibraryFile(expressions.front()->getVariable()->getFilename());
  constexpr std::array<std::string_view, 8> made = {"llvm.", "__",   "_ZGV", "_ZTV",
                                                    "_ZTI",  "_ZTS", "_ZTT", ".str"};
  const std::string_view name(global.getName());
  return startsWithAny(name, made) || startsWithAny(name, libraryNames);
}

} // namespace heddle::program
