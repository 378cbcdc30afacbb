// All read-from edges of a program's executions, as JSON: what is true about small programs, for
// whoever says something about them without running them. See usage below.
#include "analysis/wait_loops.h"
#include "diff/look.h"
#include "explored.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>
#include <map>
#include <set>

namespace heddle::property {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string strategy = "dpor";
  unsigned rank = 1;
  double seconds = 60;
  bool literal = false;
};

using Line = std::pair<std::string, unsigned>; ///< The empty file and 0: the initial value.

/// An edge as people name it. Reads and writes of one line are not told apart.
struct Edge {
  std::string variable;
  Line write;
  Line read;
  auto operator<=>(const Edge &) const = default;
};

class Edges {
public:
  Edges(Ready &ready, const Options &options) : ready(ready), options(options) {
    for (const program::Access &access : ready.program->accesses())
      names.emplace(access.location, access.variable);
  }

  llvm::json::Object run() {
    diff::LookSettings settings;
    settings.vm.maxSteps = 300'000;
    settings.seconds = options.seconds;
    const diff::Everything all =
        diff::lookAtAll(*ready.code, settings, options.strategy.c_str(), options.rank > 1,
                        [this](const diff::Sight &sight) {
                          look(sight);
                          return true;
                        });
    llvm::json::Object result{{"complete", all.bound.empty()},
                              {"bound", all.bound},
                              {"executions", all.executions},
                              {"edges", listed()}};
    if (options.rank > 1)
      result["pairs"] = listed(pairs);
    if (options.rank > 2)
      result["triples"] = listed(triples);
    return result;
  }

private:
  Line lineOf(program::LocationId location) const {
    if (location == program::noLocation)
      return {};
    const program::Place place = ready.program->place(location);
    return {place.file.substr(place.file.rfind('/') + 1), place.line};
  }

  std::string nameOf(const diff::Sight &sight, const trace::ReadFrom &edge) const {
    if (const auto name = names.find(edge.read.location);
        name != names.end() && !name->second.empty())
      return name->second;
    return sight.machine().describe(edge.address);
  }

  int numberOf(const diff::Sight &sight, const trace::ReadFrom &edge) {
    const auto [known, isNew] =
        numbers.try_emplace({edge.write.location, edge.read.location}, noNumber);
    if (!isNew)
      return known->second;
    const Edge shown{nameOf(sight, edge), lineOf(edge.write.location), lineOf(edge.read.location)};
    const auto place = std::ranges::find(edges, shown);
    known->second = static_cast<int>(place - edges.begin());
    if (place == edges.end()) {
      edges.push_back(shown);
      crossing.push_back(false);
      waits.push_back(false);
    }
    waits[known->second] =
        waits[known->second] || analysis::mayWait(*ready.program, edge.read.location);
    return known->second;
  }

  void look(const diff::Sight &sight) {
    std::vector<std::pair<std::size_t, int>> reads; // Of the execution, with the edge.
    for (std::size_t i = 0; i < sight.reads().size(); ++i) {
      const trace::ReadFrom &edge = sight.reads()[i].edge;
      if (!edge.isShared || edge.read.location == program::noLocation)
        continue;
      const int number = numberOf(sight, edge);
      crossing[number] = crossing[number] || edge.write.thread != edge.read.thread;
      reads.emplace_back(i, number);
    }
    if (options.rank < 2)
      return;
    const auto precedes = [&](std::size_t a, std::size_t b) {
      return options.literal ? a < b : a != b && sight.mayPrecede(a, b);
    };
    for (const auto &[one, first] : reads)
      for (const auto &[other, second] : reads) {
        if (!precedes(one, other))
          continue;
        pairs.insert({first, second});
        if (options.rank < 3)
          continue;
        for (const auto &[last, third] : reads)
          if (precedes(one, last) && precedes(other, last))
            triples.insert({first, second, third});
      }
  }

  static llvm::json::Value shown(const Line &line) {
    if (line.first.empty() && !line.second)
      return "init";
    return llvm::json::Object{{"file", line.first}, {"line", line.second}};
  }

  llvm::json::Array listed() const {
    llvm::json::Array result;
    for (std::size_t i = 0; i < edges.size(); ++i)
      result.push_back(llvm::json::Object{{"variable", edges[i].variable},
                                          {"write", shown(edges[i].write)},
                                          {"read", shown(edges[i].read)},
                                          {"crosses", bool(crossing[i])},
                                          {"waits", bool(waits[i])}});
    return result;
  }

  static llvm::json::Array listed(const std::set<std::vector<int>> &sets) {
    llvm::json::Array result;
    for (const std::vector<int> &one : sets)
      result.push_back(llvm::json::Array(one));
    return result;
  }

  static constexpr int noNumber = -1;
  Ready &ready;
  const Options &options;
  std::map<program::LocationId, std::string> names;
  std::map<std::pair<program::LocationId, program::LocationId>, int> numbers;
  std::vector<Edge> edges;
  std::vector<bool> crossing;
  std::vector<bool> waits;
  std::set<std::vector<int>> pairs;
  std::set<std::vector<int>> triples;
};

int run(const Options &options) {
  llvm::json::Array all;
  for (const std::string &file : options.files) {
    auto ready = fromC(file);
    if (!ready) {
      llvm::errs() << file << ": " << ready.failure().message << "\n";
      return 1;
    }
    llvm::json::Object result = Edges(*ready, options).run();
    result["file"] = file;
    all.push_back(std::move(result));
  }
  llvm::outs() << llvm::json::Value(std::move(all)) << "\n";
  return 0;
}

} // namespace
} // namespace heddle::property

int main(int argc, char **argv) { // NOLINT(bugprone-exception-escape)
  heddle::property::Options options;
  CLI::App app("Searches programs completely and prints, as a JSON array with an object a program, "
               "which write each read can see");
  app.add_option("files", options.files, "C, C++ or LLVM IR, each a program")->required();
  app.add_option("--strategy", options.strategy, "dpor (default) or exhaustive");
  app.add_option("--rank", options.rank,
                 "2: also which two edges, by number, are in one execution with the read of the "
                 "first before that of the second; 3: and which three");
  app.add_option("--seconds", options.seconds, "for each program");
  app.add_flag("--literal", options.literal,
               "with --strategy exhaustive: orders as they happened, not as they could have");
  CLI11_PARSE(app, argc, argv);
  return heddle::property::run(options);
}
