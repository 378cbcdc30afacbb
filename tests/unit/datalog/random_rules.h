// Random rule texts that are well-typed, grounded and stratified, with facts.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace heddle::datalog::test {

class RandomRules {
public:
  explicit RandomRules(std::uint32_t seed) : random(seed) {}

  std::string make() {
    std::string text = ".type A <: symbol\n.type N <: number\n";
    const unsigned inputs = 2 + below(3), derived = 2 + below(4);
    for (unsigned i = 0; i < inputs + derived; ++i) {
      Relation relation{(i < inputs ? "I" : "D") + std::to_string(i), "", 0};
      // Now and then several derived relations share a level, and may need each other.
      if (i >= inputs)
        relation.level = i == inputs || below(3) ? level + 1 : level;
      level = std::max(level, relation.level);
      static constexpr unsigned arities[] = {1, 1, 2, 2, 2, 2, 3, 3, 0, 2};
      for (unsigned c = 0, arity = arities[below(10)]; c < arity; ++c)
        relation.types += below(4) ? 'A' : 'N';
      text += declare(relation);
      relations.push_back(relation);
    }
    for (const Relation &relation : relations)
      if (relation.level == 0 || !below(5))
        for (unsigned n = below(relation.types.size() > 1 ? 9 : 4); n > 0; --n)
          text += fact(relation);
    for (const Relation &relation : relations)
      if (relation.level > 0)
        for (unsigned n = 1 + below(3); n > 0; --n)
          text += rule(relation);
    return text;
  }

private:
  struct Relation {
    std::string name;
    std::string types;
    unsigned level;
  };
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random); }

  static std::string declare(const Relation &relation) {
    std::string text = ".decl " + relation.name + "(";
    for (std::size_t c = 0; c < relation.types.size(); ++c)
      text += (c ? ", c" : "c") + std::to_string(c) + ":" + relation.types[c];
    return text + ")\n.output " + relation.name + "\n";
  }

  std::string constant(char type) {
    static const char *symbols[] = {"\"p\"", "\"q\"", "\"r s\"", "\"\\\\t\"", "\"z\""};
    static const char *numbers[] = {"-7", "0", "3", "12"};
    return type == 'A' ? symbols[below(5)] : numbers[below(4)];
  }
  std::string variable(char type) {
    return (type == 'A' ? "a" : "n") + std::to_string(below(type == 'A' ? 4 : 2));
  }
  std::string fact(const Relation &relation) {
    std::string text = relation.name + "(";
    for (std::size_t c = 0; c < relation.types.size(); ++c)
      text += (c ? "," : "") + constant(relation.types[c]);
    return text + ").\n";
  }

  /// Any argument; variables are remembered.
  std::string argument(char type) {
    const unsigned dice = below(10);
    if (dice == 0)
      return "_";
    if (dice == 1)
      return constant(type);
    const std::string name = variable(type);
    known.push_back(name);
    return name;
  }
  std::string knownOr(char type, const std::string &otherwise) {
    std::vector<std::string> fitting;
    for (const std::string &name : known)
      if ((name[0] == 'a') == (type == 'A'))
        fitting.push_back(name);
    return fitting.empty() || !below(12) ? otherwise : fitting[below(fitting.size())];
  }

  std::string body(const Relation &head) {
    std::string text;
    for (unsigned n = 1 + below(3); n > 0; --n) {
      std::vector<const Relation *> readable;
      for (const Relation &relation : relations)
        if (relation.level <= head.level)
          readable.push_back(&relation);
      const Relation &relation = *readable[below(readable.size())];
      text += (text.empty() ? "" : ", ") + relation.name + "(";
      for (std::size_t c = 0; c < relation.types.size(); ++c)
        text += (c ? "," : "") + argument(relation.types[c]);
      text += ")";
    }
    if (!below(3)) {
      std::vector<const Relation *> readable;
      for (const Relation &relation : relations)
        if (relation.level < head.level)
          readable.push_back(&relation);
      const Relation &relation = *readable[below(readable.size())];
      text += ", !" + relation.name + "(";
      for (std::size_t c = 0; c < relation.types.size(); ++c)
        text += (c ? "," : "") +
                (below(5) ? knownOr(relation.types[c], constant(relation.types[c])) : "_");
      text += ")";
    }
    if (!below(3) && !known.empty()) {
      static const char *operators[] = {" = ", " != ", " < ", " <= ", " > ", " >= ", " != "};
      const std::string left = known[below(known.size())];
      const char type = left[0] == 'a' ? 'A' : 'N';
      text += ", " + left + operators[below(7)] +
              (below(3) ? knownOr(type, constant(type)) : constant(type));
    }
    return text;
  }

  std::string rule(const Relation &head) {
    known.clear();
    const std::string text = body(head);
    std::string made = head.name + "(";
    for (std::size_t c = 0; c < head.types.size(); ++c)
      made += (c ? "," : "") + knownOr(head.types[c], constant(head.types[c]));
    return made + ") :- " + text + ".\n";
  }

  std::mt19937 random;
  std::vector<Relation> relations;
  std::vector<std::string> known;
  unsigned level = 0;
};

} // namespace heddle::datalog::test
