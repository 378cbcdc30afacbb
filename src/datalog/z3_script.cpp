// Rules and facts in the language of z3's command line.
#include "datalog/files.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>

namespace heddle::datalog {

namespace {

class Script {
public:
  Script(const Rules &rules, const Database &database) : rules(rules), database(database) {}

  std::string write() {
    text = "(set-option :fp.engine datalog)\n";
    for (DomainId d = 0; d < database.domainCount(); ++d)
      writeDomain(d);
    for (const RelationInfo &info : rules.relations)
      declare(info.name, info.columns, ~0U);
    for (RelationId r = 0; r < rules.relations.size(); ++r)
      database.relation(r).forEach([&](std::span<const ValueId> tuple) {
        std::vector<std::string> values;
        for (std::size_t i = 0; i < tuple.size(); ++i)
          values.push_back(value(rules.relations[r].columns[i], tuple[i]));
        text += fmt::format("(rule {})\n", apply(rules.relations[r].name, values));
      });
    for (const Rule &rule : rules.rules)
      writeRule(rule);
    for (const RelationInfo &info : rules.relations)
      if (info.isOutput)
        text += fmt::format("(query |{}| :print-answer true)\n", info.name);
    return std::move(text);
  }

private:
  /// Values are their places in the order of the domain.
  void writeDomain(DomainId d) {
    const Domain &domain = database.domain(d);
    ranks.push_back(domain.ranks());
    widths.push_back(std::max<unsigned>(2, std::bit_width(domain.size() + 1)));
    std::vector<ValueId> sorted(domain.size());
    for (ValueId v = 0; v < domain.size(); ++v)
      sorted[ranks[d][v]] = v;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      std::string shown = domain.text(sorted[i]);
      std::ranges::replace_if(shown, [](char c) { return c == '\n' || c == '\r'; }, ' ');
      text += fmt::format("; {} {} is {}\n", domain.name(), i, shown);
    }
  }

  void declare(const std::string &name, const std::vector<DomainId> &columns, std::uint32_t kept) {
    text += fmt::format("(declare-rel |{}| (", name);
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (kept >> i & 1)
        text += fmt::format("(_ BitVec {})", widths[columns[i]]);
    text += "))\n";
  }

  std::string value(DomainId domain, ValueId id) const {
    return fmt::format("(_ bv{} {})", ranks[domain][id], widths[domain]);
  }

  static std::string apply(const std::string &name, const std::vector<std::string> &arguments) {
    if (arguments.empty())
      return fmt::format("|{}|", name);
    return fmt::format("(|{}| {})", name, fmt::join(arguments, " "));
  }

  /// Variables are global to a script: one for each number and width.
  std::string variable(std::uint32_t number, DomainId domain) {
    const std::string name = fmt::format("v{}w{}", number, widths[domain]);
    if (declared.insert(name).second)
      text += fmt::format("(declare-var {} (_ BitVec {}))\n", name, widths[domain]);
    return name;
  }

  std::string term(const Rule &rule, const Term &term, DomainId domain) {
    return term.isVariable() ? variable(term.index, rule.variables[term.index].domain)
                             : value(domain, term.index);
  }

  std::string positive(const Rule &rule, const Atom &atom, std::uint32_t &wildcards) {
    std::vector<std::string> arguments;
    const RelationInfo &info = rules.relations[atom.relation];
    for (std::size_t i = 0; i < atom.terms.size(); ++i)
      arguments.push_back(atom.terms[i].kind == Term::Kind::Wildcard
                              ? variable(rule.variables.size() + wildcards++, info.columns[i])
                              : term(rule, atom.terms[i], info.columns[i]));
    return apply(info.name, arguments);
  }

  /// Without wildcards under the negation: what has some is projected first.
  std::string negative(const Rule &rule, const Atom &atom) {
    std::vector<std::string> arguments, all, left;
    const RelationInfo &info = rules.relations[atom.relation];
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < atom.terms.size(); ++i) {
      all.push_back(variable(i, info.columns[i]));
      if (atom.terms[i].kind == Term::Kind::Wildcard)
        continue;
      kept |= 1U << i;
      left.push_back(all.back());
      arguments.push_back(term(rule, atom.terms[i], info.columns[i]));
    }
    if (arguments.size() == atom.terms.size())
      return fmt::format("(not {})", apply(info.name, arguments));
    const std::string projected = fmt::format("{}!{}", info.name, kept);
    if (declared.insert(projected).second) {
      declare(projected, info.columns, kept);
      text += fmt::format("(rule (=> {} {}))\n", apply(info.name, all), apply(projected, left));
    }
    return fmt::format("(not {})", apply(projected, arguments));
  }

  void writeRule(const Rule &rule) {
    static constexpr const char *operators[] = {"=", "", "bvult", "bvule", "bvugt", "bvuge"};
    std::uint32_t wildcards = 0;
    std::string body;
    for (const Atom &atom : rule.positive)
      body += " " + positive(rule, atom, wildcards);
    for (const Atom &atom : rule.negative)
      body += " " + negative(rule, atom);
    for (const Comparison &comparison : rule.comparisons) {
      const std::string left = term(rule, comparison.left, comparison.domain);
      const std::string right = term(rule, comparison.right, comparison.domain);
      body +=
          comparison.op == Operator::NotEqual
              ? fmt::format(" (not (= {} {}))", left, right)
              : fmt::format(" ({} {} {})", operators[static_cast<int>(comparison.op)], left, right);
    }
    const std::string head = positive(rule, rule.head, wildcards);
    text += fmt::format("(rule (=> (and{}) {}))\n", body, head);
  }

  const Rules &rules;
  const Database &database;
  std::string text;
  std::vector<std::vector<std::uint32_t>> ranks;
  std::vector<unsigned> widths;
  std::set<std::string> declared;
};

} // namespace

std::string z3Script(const Rules &rules, const Database &database) {
  return Script(rules, database).write();
}

} // namespace heddle::datalog
