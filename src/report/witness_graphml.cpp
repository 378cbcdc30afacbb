#include "report/escape.h"
#include "report/witness.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

struct Key {
  const char *id;
  const char *name;
  const char *type;
  const char *element;
};

constexpr Key keys[] = {
    {"witness-type", "witness-type", "string", "graph"},
    {"sourcecodelang", "sourcecodelang", "string", "graph"},
    {"producer", "producer", "string", "graph"},
    {"specification", "specification", "string", "graph"},
    {"programfile", "programFile", "string", "graph"},
    {"programhash", "programHash", "string", "graph"},
    {"architecture", "architecture", "string", "graph"},
    {"creationtime", "creationTime", "string", "graph"},
    {"entry", "isEntryNode", "boolean", "node"},
    {"violation", "isViolationNode", "boolean", "node"},
    {"originfile", "originFileName", "string", "edge"},
    {"startline", "startline", "int", "edge"},
    {"endline", "endline", "int", "edge"},
    {"sourcecode", "sourcecode", "string", "edge"},
    {"threadId", "threadId", "string", "edge"},
    {"createThread", "createThread", "string", "edge"},
    {"enterFunction", "enterFunction", "string", "edge"},
};

class Writer {
public:
  Writer(llvm::raw_ostream &stream, const support::SourceText &sourceLines)
      : out(stream), sources(sourceLines) {}

  void document(const Witness &witness) {
    out << R"(<?xml version="1.0" encoding="UTF-8" standalone="no"?>)" << "\n"
        << R"(<graphml xmlns="http://graphml.graphdrawing.org/xmlns")"
        << R"( xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">)" << "\n";
    for (const Key &key : keys)
      out << fmt::format("  <key attr.name=\"{}\" attr.type=\"{}\" for=\"{}\" id=\"{}\"{}\n",
                         key.name, key.type, key.element, key.id,
                         std::string_view(key.type) == "boolean" ? "><default>false</default></key>"
                                                                 : "/>");
    out << "  <graph edgedefault=\"directed\">\n";
    data("    ", "witness-type", "violation_witness");
    data("    ", "sourcecodelang", witness.language);
    data("    ", "producer", "heddle " HEDDLE_VERSION);
    data("    ", "specification", witness.specification);
    for (const auto &[file, hash] : witness.files) {
      data("    ", "programfile", file);
      data("    ", "programhash", hash);
    }
    data("    ", "architecture", "64bit");
    data("    ", "creationtime", witness.time);
    node(0, "entry");
    for (std::size_t i = 0; i < witness.steps.size(); ++i) {
      node(i + 1, i + 1 == witness.steps.size() ? "violation" : "");
      edge(i, witness.steps[i]);
    }
    out << "  </graph>\n</graphml>\n";
  }

private:
  llvm::raw_ostream &out;
  const support::SourceText &sources;

  void data(const char *indent, const char *key, std::string_view value) {
    out << fmt::format("{}<data key=\"{}\">{}</data>\n", indent, key, escapedForXml(value));
  }

  void node(std::size_t number, std::string_view mark) {
    if (mark.empty()) {
      out << fmt::format("    <node id=\"N{}\"/>\n", number);
      return;
    }
    out << fmt::format("    <node id=\"N{}\"><data key=\"{}\">true</data></node>\n", number, mark);
  }

  void edge(std::size_t from, const WitnessStep &step) {
    const char *indent = "      ";
    out << fmt::format("    <edge source=\"N{}\" target=\"N{}\">\n", from, from + 1);
    data(indent, "originfile", step.place.file);
    data(indent, "startline", std::to_string(step.place.line));
    data(indent, "endline", std::to_string(step.place.line));
    if (const auto line = sources.line(step.place.file, step.place.line))
      data(indent, "sourcecode", llvm::StringRef(*line).trim());
    data(indent, "threadId", std::to_string(step.thread));
    if (step.creates)
      data(indent, "createThread", std::to_string(*step.creates));
    if (!step.enters.empty())
      data(indent, "enterFunction", step.enters);
    out << "    </edge>\n";
  }
};

} // namespace

void printGraphml(llvm::raw_ostream &out, const Witness &witness,
                  const support::SourceText &sources) {
  Writer(out, sources).document(witness);
}

} // namespace heddle::report
