#include "report/escape.h"
#include "report/witness.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SHA256.h>

namespace heddle::report {
namespace {

/// The format wants one for each witness: as RFC 9562 forms those of version 8, from what it says.
std::string uuidOf(const std::string &text) {
  llvm::SHA256 hash;
  hash.update(text);
  auto bytes = hash.final();
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x80);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
  const std::string hex = llvm::toHex(bytes, true);
  return fmt::format("{}-{}-{}-{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4),
                     hex.substr(16, 4), hex.substr(20, 12));
}

/// No column: that of an operation is not where its statement begins, which is what would count.
std::string waypoint(const WitnessStep &step, bool isTarget) {
  std::string text = fmt::format("  - segment:\n"
                                 "    - waypoint:\n"
                                 "        type: {}\n"
                                 "        action: follow\n"
                                 "        thread_id: {}\n"
                                 "        location:\n"
                                 "          file_name: {}\n"
                                 "          line: {}\n",
                                 isTarget       ? "target"
                                 : step.creates ? "function_enter"
                                                : "assumption",
                                 step.thread, quotedForYaml(step.place.file), step.place.line);
  if (!step.place.function.empty())
    text += fmt::format("          function: {}\n", quotedForYaml(step.place.function));
  // That a thread is there is all that is said of it.
  if (!isTarget && !step.creates)
    text += "        constraint:\n"
            "          value: \"1\"\n"
            "          format: c_expression\n";
  return text;
}

} // namespace

void printYaml(llvm::raw_ostream &out, const Witness &witness) {
  std::string task = "    task:\n      input_files:\n";
  for (const auto &[file, hash] : witness.files)
    task += fmt::format("      - {}\n", quotedForYaml(file));
  task += "      input_file_hashes:\n";
  for (const auto &[file, hash] : witness.files)
    task += fmt::format("        {}: \"{}\"\n", quotedForYaml(file), hash);
  task += fmt::format("      specification: {}\n"
                      "      data_model: LP64\n"
                      "      language: {}\n",
                      quotedForYaml(witness.specification), quotedForYaml(witness.language));
  std::string content;
  for (const WitnessStep &step : witness.steps)
    content += waypoint(step, &step == &witness.steps.back());
  out << fmt::format("- entry_type: violation_sequence\n"
                     "  metadata:\n"
                     "    format_version: \"2.2\"\n"
                     "    uuid: \"{}\"\n"
                     "    creation_time: {}\n"
                     "    producer:\n"
                     "      name: heddle\n"
                     "      version: \"{}\"\n",
                     uuidOf(witness.time + task + content), quotedForYaml(witness.time),
                     HEDDLE_VERSION)
      << task << "  content:\n"
      << content;
}

} // namespace heddle::report
