// Orders for people.
#include "analysis/order.h"

#include "program/program.h"

#include <fmt/format.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {

std::string placeOf(const llvm::Instruction &instruction, const program::Program &program) {
  const program::LocationId location = program.locationOf(instruction);
  if (location == program::noLocation)
    return instruction.getFunction()->getName().str();
  const program::Place place = program.place(location);
  return place.line ? fmt::format("{}:{}", place.file, place.line)
                    : fmt::format("{}+{}", place.function, place.instruction);
}

struct Words {
  const char *what;
  const char *release;
  const char *acquire;
};

Words wordsOf(OrderKind kind) {
  switch (kind) {
  case OrderKind::Creation:
    return {"the creation of the thread", "created at", ""};
  case OrderKind::Join:
    return {"the end of the thread", "created at", "joined at"};
  case OrderKind::Flag:
    return {"the flag", "set at", "looked at at"};
  case OrderKind::Condition:
    return {"the condition variable", "signalled at", "waited for at"};
  case OrderKind::Semaphore:
    return {"the semaphore", "posted at", "waited for at"};
  case OrderKind::Barrier:
    return {"the barrier", "waited at at", ""};
  case OrderKind::Once:
    return {"what is done once", "done at", "asked for at"};
  }
  return {"", "", ""};
}

} // namespace

std::string textOf(const OrderReason &reason, const program::Program &program) {
  const Words words = wordsOf(reason.kind);
  std::string text = fmt::format("ordered by {}", words.what);
  if (reason.object)
    if (const std::string name = program.nameOf(*reason.object); !name.empty())
      text += " " + name;
  text += fmt::format(": {} {}", words.release, placeOf(*reason.release, program));
  if (*words.acquire)
    text += fmt::format(", {} {}", words.acquire, placeOf(*reason.acquire, program));
  return text;
}

} // namespace heddle::analysis
