// Marking a state, and going back to it.
#include "vm/executor.h"

#include <cstring>

namespace heddle::vm {

Executor::Mark Executor::mark() {
  Mark result;
  result.log = memory.mark();
  clocks.setLogging(true);
  races.setLogging(true);
  result.clocks = clocks.memory().position();
  result.syncs = syncs.size();
  result.races = races.size();
  result.accesses = races.count();
  result.output = output.size();
  result.errors = errors.size();
  result.handlers = exitHandlers.size();
  result.symbols = symbolic.position();
  result.forecasts = forecasts.size();
  result.rounds = rounds.size();
  result.steps = steps;
  clearWindows();
  return result;
}

void Executor::back(const Mark &mark) {
  UndoLog &log = memory.undo();
  while (log.position() > mark.log) {
    void *payload = nullptr;
    const UndoLog::Entry entry = log.pop(payload);
    switch (entry.kind) {
    case UndoKind::Raw:
      std::memcpy(reinterpret_cast<void *>(entry.key), payload, entry.size);
      break;
    case UndoKind::Frame: {
      Thread &of = *threads[entry.key & 0xFFFFFFFF];
      Frame &frame = of.frames[entry.key >> 32];
      std::memcpy(static_cast<void *>(&frame), payload, sizeof frame);
      std::memcpy(of.registers.data() + frame.base,
                  static_cast<std::uint8_t *>(payload) + sizeof frame, entry.size - sizeof frame);
      break;
    }
    case UndoKind::Symbol: {
      std::uint64_t before = 0;
      std::memcpy(&before, payload, sizeof before);
      symbolic.undoByte(entry.key, Symbolic::fromBits(before));
      break;
    }
    default:
      memory.undoEntry(entry, payload);
    }
  }
  memory.renew();
  clocks.memory().restore(mark.clocks);
  syncs.shrink(mark.syncs);
  races.shrink(mark.races, mark.accesses);
  output.resize(mark.output);
  errors.resize(mark.errors);
  exitHandlers.shrink(mark.handlers);
  keys.shrink(globals.keys);
  symbolic.shrink(mark.symbols);
  forecasts.resize(mark.forecasts);
  rounds.resize(mark.rounds);
  steps = mark.steps;
  clearWindows();
}

} // namespace heddle::vm
