#include "diff/relations.h"

#include <algorithm>

namespace heddle::diff {

Relations::Relations(const Version &version, const datalog::Rules &rules, FactBase facts)
    : about(&version), text(&rules), given(std::move(facts)), result(given.database),
      mustHbId(*rules.find("MustHb")), mayHbId(*rules.find("MayHb")), needsId(*rules.find("Needs")),
      onceId(*rules.find("Once")), mayRfId(*rules.find("MayRf")), noRfId(*rules.find("NoRf")),
      domId(*rules.find("Dom")), postDomId(*rules.find("PostDom")) {}

support::Outcome<Relations> Relations::derive(const Version &version, const datalog::Rules &rules,
                                              const RelationOptions &options) {
  Relations relations(version, rules, factsOf(version, rules));
  const support::Done done =
      datalog::evaluate(rules, relations.result, options.engine, options.limits);
  if (!done)
    return done.failure();
  relations.collect();
  return relations;
}

void Relations::collect() {
  result.relation(mayRfId).forEach([&](std::span<const datalog::ValueId> tuple) {
    const StatementId store = given.statementOf[tuple[0]];
    const StatementId load = given.statementOf[tuple[1]];
    if (store != FactBase::noStatement && load != FactBase::noStatement)
      edges.push_back({store, load, given.variableOf[tuple[2]]});
  });
  std::ranges::sort(edges);
}

bool Relations::test(datalog::RelationId relation, StatementId one, StatementId other) const {
  const datalog::ValueId tuple[2] = {given.statements[one], given.statements[other]};
  return result.relation(relation).contains(tuple);
}

bool Relations::mayRead(const ReadFrom &edge) const {
  return std::ranges::binary_search(edges, edge);
}

bool Relations::noRf(const ReadFrom &edge) const {
  const datalog::ValueId tuple[3] = {given.statements[edge.store], given.statements[edge.load],
                                     given.variables[edge.variable]};
  return result.relation(noRfId).contains(tuple);
}

bool Relations::isOnce(StatementId id) const {
  const datalog::ValueId tuple[1] = {given.statements[id]};
  return result.relation(onceId).contains(tuple);
}

VersionFigures Relations::figures() const {
  VersionFigures figures;
  figures.threads = about->threads().size();
  figures.statements = about->statements().size() - 1;
  for (const Statement &statement : about->statements())
    figures.accesses += statement.use != nullptr;
  figures.mustHb = result.relation(mustHbId).count();
  figures.mayHb = result.relation(mayHbId).count();
  figures.mayRf = edges.size();
  return figures;
}

} // namespace heddle::diff
