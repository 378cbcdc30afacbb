#include "oracles.h"
#include "trace/trace.h"

#include <fmt/format.h>

namespace heddle::property {

namespace {

std::string differentEvent(const trace::Trace &recorded, const trace::Trace &replayed) {
  const std::size_t count = std::max(recorded.events.size(), replayed.events.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto shown = [&](const trace::Trace &trace) {
      if (i >= trace.events.size())
        return std::string("nothing");
      const trace::Event &event = trace.events[i];
      return fmt::format("thread {} location {} {}", event.thread, event.location, event.text);
    };
    if (shown(recorded) != shown(replayed))
      return fmt::format("  event {} was '{}' and is '{}'\n", i, shown(recorded), shown(replayed));
  }
  return {};
}

std::string check(Ready &ready, const explore::Found &found, bool races) {
  vm::Options options = vmOptions(races);
  options.inputs = found.inputs;
  trace::Trace recorded = trace::record(*ready.code, options, found.path, found.fault);
  if (!recorded.hasFault)
    return "  is not met on its own path\n";
  recorded.test.hash = ready.program->unit().hash();
  recorded.test.files = {"/generated.ll"};
  recorded.test.races = races;
  const std::string text = trace::write(recorded.test);
  const auto reread = trace::readTest(text, "generated.heddle");
  if (!reread)
    return "  its test cannot be read: " + reread.failure().message + "\n" + text;
  if (trace::write(*reread) != text)
    return "  its test changes when it is read and written again\n" + text;
  const trace::Trace replayed = trace::replay(*ready.code, options, *reread);
  if (!replayed.hasFault)
    return "  does not replay: " + replayed.misfit + "\n" + text;
  if (replayed.message != recorded.message)
    return fmt::format("  was '{}' and is '{}'\n", recorded.message, replayed.message);
  const std::string event = differentEvent(recorded, replayed);
  return event.empty() ? event : event + text;
}

} // namespace

std::string checkReplay(Ready &ready, const explore::Answer &answer, bool races) {
  for (const explore::Found &found : answer.found)
    if (const std::string problem = check(ready, found, races); !problem.empty())
      return fmt::format("{}\n{}", shownBug(*ready.program, found.fault), problem);
  return {};
}

} // namespace heddle::property
