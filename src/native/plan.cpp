#include "native/plan.h"

#include <fmt/format.h>
#include <string_view>

namespace heddle::native {

namespace {

/// How the run is to end: somebody fails, two stand at a race, or nobody can go on.
std::string_view endOf(const Plan &plan) {
  if (plan.isFree)
    return plan.allStuck ? "state-stuck" : "state";
  if (plan.kind == vm::FaultKind::DataRace)
    return plan.bothStand ? "race-both" : "race";
  if (plan.isBlocking)
    return plan.allStuck ? "stuck" : "ring";
  return "fail";
}

} // namespace

std::string hexOf(const std::uint8_t *bytes, std::size_t size) {
  std::string text = "x";
  for (std::size_t i = 0; i < size; ++i)
    text += fmt::format("{:02x}", bytes[i]);
  return text;
}

Plan standingAtBoth(const Plan &plan) {
  Plan both = plan;
  both.bothStand = true;
  both.stretches.clear();
  const Standing &first = plan.expected[1];
  bool stands = false;
  for (Stretch stretch : plan.stretches) {
    if (stretch.thread == first.thread) {
      if (stands)
        continue;
      const bool reaches =
          stretch.until.marks > first.marks ||
          (stretch.until.marks == first.marks && stretch.until.where != Where::AtMark);
      if (reaches) {
        stands = true;
        stretch.until = {first.marks, 0, Where::AtMark};
        stretch.hash = 0; // Nobody has counted up to there.
      }
    }
    both.stretches.push_back(stretch);
  }
  return both;
}

std::string write(const Plan &plan) {
  std::string text = fmt::format("end {}\n", endOf(plan));
  for (std::size_t id = 0; id < plan.names.size(); ++id)
    if (!plan.names[id].empty())
      text += fmt::format("thread {} {}\n", id, plan.names[id]);
  for (const Stretch &stretch : plan.stretches)
    text += fmt::format("stretch {} {} {} {} {}\n", stretch.thread, stretch.until.marks,
                        stretch.until.operations, static_cast<unsigned>(stretch.until.where),
                        stretch.hash);
  for (const auto &[thread, operations] : plan.operations)
    for (const Operation &operation : operations)
      text += fmt::format("operation {} {} {} {}\n", thread, program::name(operation.kind),
                          static_cast<std::int64_t>(operation.result),
                          operation.other == vm::noThread ? -1 : int{operation.other});
  for (const auto &[thread, way] : plan.ways)
    for (const std::uint32_t mark : way)
      text += fmt::format("way {} {}\n", thread, mark);
  for (const auto &[thread, choices] : plan.choices)
    for (const std::uint32_t choice : choices)
      text += fmt::format("choose {} {}\n", thread, choice);
  for (const vm::InputValue &input : plan.inputs)
    text += fmt::format(
        "input {} {}\n",
        hexOf(reinterpret_cast<const std::uint8_t *>(input.name.data()), input.name.size()),
        hexOf(input.bytes.data(), input.bytes.size()));
  for (const Standing &standing : plan.expected)
    text += fmt::format("expect {} {}\n", standing.thread, standing.marks);
  return text;
}

} // namespace heddle::native
