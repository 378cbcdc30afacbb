#include "defuse/search.h"

#include "explore/search.h"

#include <algorithm>

namespace heddle::defuse {

namespace {

/// Runs an execution again, with plain inputs, and notes its reads.
class Again : private vm::Recorder {
public:
  Again(vm::SharedCode &code, const vm::Options &options) : machine(code, options) {
    machine.record(this);
    machine.start();
  }

  /// False if the path does not lead through it.
  bool follow(const std::vector<vm::Choice> &path) {
    for (const vm::Choice &choice : path) {
      const auto &choices = machine.choices();
      if (std::ranges::find(choices, choice) == choices.end())
        return false;
      machine.take(choice);
      lookForWaits();
    }
    return machine.choices().empty();
  }
  bool hasWaited() const { return waited; }
  std::vector<trace::ReadFrom> takeEdges() { return std::move(edges); }

private:
  void saw(const vm::Seen &event) override {
    for (trace::ReadFrom &edge : readers.saw(event))
      edges.push_back(std::move(edge));
  }

  void lookForWaits() {
    for (std::size_t i = 0; i < machine.threadCount() && !waited; ++i) {
      const auto id = static_cast<vm::ThreadId>(i);
      waited = machine.exists(id) && machine.thread(id).status == vm::ThreadStatus::Ready &&
               machine.thread(id).pending.phase == vm::Phase::Await;
    }
  }

  vm::Machine machine;
  trace::Readers readers;
  std::vector<trace::ReadFrom> edges;
  bool waited = false;
};

} // namespace

vm::Options asSearched(const vm::Options &options) {
  vm::Options result = options;
  result.rounds = vm::Rounds::Stop;
  result.symbolic = false;
  return result;
}

Searched searchAll(vm::SharedCode &code, const SearchSettings &settings) {
  Searched result;
  explore::Progress progress;
  explore::Options options;
  options.vm = settings.vm;
  options.vm.settlesAddresses = true; // Else one path could have several edges.
  options.all = true;
  options.workers = 1;
  bool isLost = false;
  options.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &path) {
    if (progress.cancel)
      return;
    if (++result.executions > settings.most || !settings.goesOn()) {
      progress.cancel = true;
      return;
    }
    SearchedRun run{{}, machine.anyInputs(), {}};
    for (const vm::Choice &choice : path)
      if (!choice.isBranch) // With plain inputs there is nothing to choose.
        run.path.push_back(choice);
    vm::Options plain = asSearched(settings.vm);
    plain.inputs = run.inputs;
    Again again(code, plain);
    const bool isThere = again.follow(run.path);
    result.hasWaited |= again.hasWaited() || machine.end() == vm::End::Nothing;
    if (!isThere) {
      isLost |= machine.end() != vm::End::Nothing;
      return;
    }
    run.edges = again.takeEdges();
    settings.onRun(run);
  };
  const explore::Answer answer = explore::makeDpor()->run(code, options, progress);
  for (const explore::Found &found : answer.found)
    settings.onFault(found.fault, found.path, found.inputs);
  result.isComplete = !progress.cancel && !isLost && answer.gaps.empty();
  return result;
}

} // namespace heddle::defuse
