// What the rules say about one version: which store each load may read from, and what must come
// before what.
#pragma once

#include "datalog/evaluate.h"
#include "datalog/explain.h"
#include "diff/facts.h"

namespace heddle::diff {

struct RelationOptions {
  datalog::Engine engine = datalog::Engine::Dense;
  datalog::Limits limits;
};

/// A load that may read a variable from a store, as statements of threads.
struct ReadFrom {
  StatementId store = 0;
  StatementId load = 0;
  VariableId variable = 0;
  auto operator<=>(const ReadFrom &) const = default;
};

class Relations {
public:
  /// `version` and `rules` must outlive it.
  static support::Outcome<Relations> derive(const Version &version, const datalog::Rules &rules,
                                            const RelationOptions &options);

  const Version &version() const { return *about; }
  const FactBase &facts() const { return given; }
  const datalog::Database &derived() const { return result; }
  const datalog::Rules &rules() const { return *text; }

  const std::vector<ReadFrom> &mayRf() const { return edges; }
  bool mayRead(const ReadFrom &edge) const;
  bool noRf(const ReadFrom &edge) const;
  bool mustHb(StatementId one, StatementId other) const { return test(mustHbId, one, other); }
  bool mayHb(StatementId one, StatementId other) const { return test(mayHbId, one, other); }
  bool needs(StatementId one, StatementId other) const { return test(needsId, one, other); }
  bool dominates(StatementId one, StatementId other) const { return test(domId, one, other); }
  bool postDominates(StatementId one, StatementId other) const {
    return test(postDomId, one, other);
  }
  bool isOnce(StatementId id) const;
  VersionFigures figures() const;

private:
  Relations(const Version &version, const datalog::Rules &rules, FactBase facts);
  bool test(datalog::RelationId relation, StatementId one, StatementId other) const;
  void collect();

  const Version *about;
  const datalog::Rules *text;
  FactBase given;
  datalog::Database result;
  datalog::RelationId mustHbId, mayHbId, needsId, onceId, mayRfId, noRfId, domId, postDomId;
  std::vector<ReadFrom> edges;
};

} // namespace heddle::diff
