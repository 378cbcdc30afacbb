#include "diff/unexplained.h"

#include "diff/skeleton.h"

#include <fmt/format.h>
#include <llvm/IR/InstrTypes.h>
#include <set>

namespace heddle::diff {

namespace {

class Comparer {
public:
  Comparer(const Classes &classes, std::size_t mostNodes)
      : classes(classes), mostNodes(mostNodes) {}

  std::optional<Gap> run() {
    for (const Side side : {Side::Old, Side::New})
      make(side);
    const auto old = classes.version(Side::Old).study.threads.all();
    std::size_t partners = 0;
    for (analysis::StaticThread kind = 0; kind < old.size(); ++kind) {
      const auto partner = partnerOf(kind);
      if (!partner)
        return gap(old[kind].anchor(), nullptr);
      ++partners;
      if (const auto found = compare(kind, *partner))
        return found;
    }
    if (partners != classes.version(Side::New).study.threads.all().size())
      return gap(nullptr, nullptr);
    return std::nullopt;
  }

private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

  void make(Side side) {
    const Version &version = classes.version(side);
    const CalledBack calledBack(version.study);
    Meanings meanings(version.study, classes.matching().names(side));
    std::size_t budget = mostNodes;
    for (analysis::StaticThread kind = 0; kind < version.study.threads.all().size(); ++kind) {
      auto &made = skeletons[index(side)];
      made.push_back(std::make_unique<Skeleton>(classes, side, kind, meanings, calledBack, budget));
      vague.insert(made.back()->vagueLocks().begin(), made.back()->vagueLocks().end());
    }
  }

  ClassId creationOf(Side side, analysis::StaticThread kind) const {
    const Version &version = classes.version(side);
    const llvm::CallBase *anchor = version.study.threads.all()[kind].anchor();
    return anchor ? classes.ofLocation(side, version.program().locationOf(*anchor)) : initialClass;
  }
  /// Of several that one call makes, the first belongs to the first.
  std::optional<analysis::StaticThread> partnerOf(analysis::StaticThread kind) const {
    const ClassId creation = creationOf(Side::Old, kind);
    unsigned before = 0;
    for (analysis::StaticThread other = 0; other < kind; ++other)
      before += creationOf(Side::Old, other) == creation;
    for (analysis::StaticThread other = 0; other < skeletons[1].size(); ++other)
      if (creationOf(Side::New, other) == creation && before-- == 0)
        return other;
    return std::nullopt;
  }

  using Step = Skeleton::Step;
  /// Past what takes and gives back locks of which it is known where they are held.
  Step past(const Skeleton &skeleton, Step step) const {
    std::set<Step> seen;
    while (skeleton[step].lock && !vague.contains(*skeleton[step].lock) && seen.insert(step).second)
      step = skeleton[step].next.front();
    return step;
  }

  std::optional<Gap> compare(analysis::StaticThread kind, analysis::StaticThread partner) const {
    const Skeleton &old = *skeletons[0][kind];
    const Skeleton &current = *skeletons[1][partner];
    std::set<std::pair<Step, Step>> seen;
    std::vector<std::pair<Step, Step>> work;
    const auto add = [&](Step one, Step other) {
      const std::pair both(past(old, one), past(current, other));
      if (seen.insert(both).second)
        work.push_back(both);
    };
    add(old.first(), current.first());
    while (!work.empty()) {
      const auto [one, other] = work.back();
      work.pop_back();
      const Skeleton::Node &a = old[one];
      const Skeleton::Node &b = current[other];
      if (a.what != b.what || a.next.size() != b.next.size())
        return gap(a.at, b.at);
      for (std::size_t i = 0; i < a.next.size(); ++i)
        add(a.next[i], b.next[i]);
    }
    return std::nullopt;
  }

  std::string placeOf(Side side, const llvm::Instruction *at) const {
    if (!at)
      return "the end";
    const program::Program &program = classes.version(side).program();
    const program::Place place = program.place(program.locationOf(*at));
    return fmt::format("{}:{}", place.file, place.line);
  }

  Gap gap(const llvm::Instruction *old, const llvm::Instruction *current) const {
    Gap found;
    found.reason = "unexplained-change";
    found.detail = fmt::format(
        "from {} of the old version and {} of the new one on they do not surely do the same: what "
        "comes of that is not known",
        placeOf(Side::Old, old), placeOf(Side::New, current));
    found.side = current ? Side::New : Side::Old;
    if (const llvm::Instruction *at = current ? current : old)
      found.at = classes.version(found.side).program().locationOf(*at);
    return found;
  }

  const Classes &classes;
  const std::size_t mostNodes;
  std::vector<std::unique_ptr<Skeleton>> skeletons[2];
  std::set<Meanings::Meaning> vague;
};

} // namespace

std::optional<Gap> findUnexplained(const Classes &classes, std::size_t mostNodes) {
  return Comparer(classes, mostNodes).run();
}

} // namespace heddle::diff
