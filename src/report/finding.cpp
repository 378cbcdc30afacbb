#include "report/finding.h"

#include "report/inspection.h"

#include <map>

namespace heddle::report {

namespace {

Place place(const program::Program &program, program::LocationId location) {
  return location == program::noLocation ? Place{} : placeOf(program, location);
}

std::vector<Place> places(const program::Program &program,
                          const std::vector<trace::StackEntry> &stack) {
  std::vector<Place> result;
  for (const trace::StackEntry &entry : stack)
    if (entry.location != program::noLocation)
      result.push_back(placeOf(program, entry.location));
  return result;
}

std::optional<std::size_t> lastEventOf(const trace::Trace &trace,
                                       const trace::Participant &participant) {
  for (std::size_t i = trace.events.size(); i-- > 0;)
    if (trace.events[i].thread == participant.thread &&
        trace.events[i].location == participant.location)
      return i;
  return std::nullopt;
}

Event eventOf(const program::Program &program, const trace::Event &event) {
  Event result{event.thread,
               place(program, event.location),
               std::string(program::name(event.kind)),
               event.object,
               event.text,
               event.held,
               places(program, event.stack)};
  result.value = event.value;
  result.before = event.before;
  if (event.other != vm::noThread)
    result.other = event.other;
  for (const trace::Link &link : event.links)
    result.links.push_back({std::string(trace::name(link.kind)), link.from});
  return result;
}

} // namespace

Finding makeFinding(const program::Program &program, const trace::Trace &trace,
                    const std::string &test) {
  Finding finding;
  finding.kind = trace.test.kind;
  finding.message = trace.message;
  for (const trace::ThreadInfo &thread : trace.threads)
    finding.threads.push_back({thread.id, thread.name, thread.function});
  for (const trace::Participant &participant : trace.participants)
    finding.participants.push_back({place(program, participant.location), participant.role,
                                    participant.thread, places(program, participant.stack),
                                    lastEventOf(trace, participant)});
  if (!finding.participants.empty())
    finding.place = finding.participants.front().place;
  for (const trace::Event &event : trace.events)
    finding.events.push_back(eventOf(program, event));
  finding.switches = trace.switches;
  std::map<std::string, unsigned> times; // A name that comes again gets a number.
  for (const vm::InputValue &input : trace.test.inputs) {
    const unsigned time = ++times[input.name];
    finding.inputs.emplace_back(time == 1 ? input.name : input.name + "#" + std::to_string(time),
                                vm::shownText(input));
  }
  finding.output = trace.output;
  finding.test = test;
  return finding;
}

Incomplete makeIncomplete(const program::Program &program, const vm::Gap &gap) {
  return {gap.reason, gap.detail, place(program, gap.location)};
}

std::string testName(const program::Program &program, const trace::Trace &trace) {
  std::string name = trace.test.kind;
  if (trace.participants.empty())
    return name;
  const Place at = place(program, trace.participants.front().location);
  const std::size_t slash = at.file.rfind('/');
  const std::string file = slash == std::string::npos ? at.file : at.file.substr(slash + 1);
  if (!file.empty())
    name += "-" + file + "-" + std::to_string(at.line);
  return name;
}

} // namespace heddle::report
