#include "report/diff_page.h"

#include "report/diff.h"
#include "report/page.h"
#include "report/page_sources.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::embedded {
std::span<const support::EmbeddedFile> diffPageFiles();
} // namespace heddle::embedded

namespace heddle::report {
namespace {

/// The lines of one version that the result speaks of.
MentionedLines mentionedIn(const Result &result, const std::string &side) {
  MentionedLines lines;
  const DiffReport &diff = *result.diff;
  for (const DiffDifference &one : diff.differences)
    for (const DiffEdge &edge : one.edges) {
      const bool isHere = one.onlyIn == side;
      if (const std::optional<Place> &write = isHere ? edge.write : edge.writeElsewhere)
        lines.add(*write);
      if (isHere)
        lines.add(edge.read);
      else if (edge.readElsewhere)
        lines.add(*edge.readElsewhere);
    }
  for (const DiffLockCycle &one : diff.lockOrder)
    for (const LockCycle::Link &link : one.cycle.links)
      if (one.onlyIn == side) {
        lines.add(link.heldAt);
        lines.add(link.wantedAt);
      }
  for (const DiffThread &one : diff.threads)
    if (one.onlyIn == side) {
      lines.add(one.place);
      lines.add(one.creation);
    }
  for (const DiffExclusion &one : diff.exclusion)
    for (const DiffExclusion::Access &access : one.accesses) {
      if (one.onlyIn == side)
        lines.add(access.place);
      else if (access.elsewhere)
        lines.add(*access.elsewhere);
    }
  for (const DiffStatement &one : diff.statements)
    if (one.onlyIn == side)
      lines.add(one.place);
  return lines;
}

class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : json(out) {}

  void page(const Result &result, const support::SourceText &old,
            const support::SourceText &current) {
    const DiffReport &diff = *result.diff;
    json.object([&] {
      text("verdict", name(result.verdict));
      text("relationship", diff.relationship);
      json.attribute("rank", diff.rank);
      texts("covers", result.covers);
      texts("assumes", result.assumes);
      list("incomplete", result.incomplete, [&](const Incomplete &one) {
        text("reason", one.reason);
        text("detail", one.detail);
        place("place", one.place);
      });
      version("old", diff.old, mentionedIn(result, "old"), old);
      version("new", diff.current, mentionedIn(result, "new"), current);
      list("differences", diff.differences, [&](const DiffDifference &one) { difference(one); });
      list("lock_order", diff.lockOrder, [&](const DiffLockCycle &one) { cycle(one); });
      list("threads", diff.threads, [&](const DiffThread &one) {
        text("kind", one.kind);
        text("only_in", one.onlyIn);
        text("routine", one.routine);
        place("place", one.place);
      });
      list("exclusion", diff.exclusion, [&](const DiffExclusion &one) {
        text("kind", one.kind);
        text("only_in", one.onlyIn);
        text("sentence", sentenceOf(one));
        text("why", one.why);
        list("accesses", one.accesses, [&](const DiffExclusion::Access &access) {
          place("place", access.place);
          place("elsewhere", access.elsewhere);
        });
      });
      list("statements", diff.statements, [&](const DiffStatement &one) {
        text("only_in", one.onlyIn);
        text("what", one.what);
        place("place", one.place);
      });
    });
  }

private:
  llvm::json::OStream json;

  void text(llvm::StringRef key, std::string_view value) {
    json.attribute(key, llvm::json::fixUTF8(value));
  }
  void texts(llvm::StringRef key, const std::vector<std::string> &values) {
    json.attributeArray(key, [&] {
      for (const std::string &value : values)
        json.value(llvm::json::fixUTF8(value));
    });
  }
  template <class T, class Fields>
  void list(llvm::StringRef key, const std::vector<T> &values, Fields fields) {
    json.attributeArray(key, [&] {
      for (const T &value : values)
        json.object([&] { fields(value); });
    });
  }

  void place(llvm::StringRef key, const Place &place) {
    json.attributeObject(key, [&] {
      text("file", place.file);
      json.attribute("line", place.line);
      json.attribute("column", place.column);
      text("function", place.function);
      json.attribute("instruction", place.instruction);
    });
  }
  void place(llvm::StringRef key, const std::optional<Place> &one) {
    if (one)
      place(key, *one);
    else
      json.attribute(key, nullptr);
  }

  void version(llvm::StringRef key, const std::string &shown, const MentionedLines &lines,
               const support::SourceText &sources) {
    json.attributeObject(key, [&] {
      text("name", shown);
      writeSources(json, "sources", lines, sources);
    });
  }

  void difference(const DiffDifference &one) {
    text("only_in", one.onlyIn);
    json.attribute("rank", one.rank);
    text("status", one.status);
    text("test", one.test);
    text("why", one.why);
    text("execution", one.shown);
    json.attribute("apart", one.isApart);
    json.attribute("counts", one.counts);
    list("edges", one.edges, [&](const DiffEdge &edge) {
      text("variable", edge.variable);
      text("sentence", sentenceOf(edge, one.relation));
      json.attribute("is_initial", !edge.write);
      place("write", edge.write);
      place("read", edge.read);
      place("write_elsewhere", edge.writeElsewhere);
      place("read_elsewhere", edge.readElsewhere);
    });
  }

  void cycle(const DiffLockCycle &one) {
    text("only_in", one.onlyIn);
    text("why", one.why);
    list("links", one.cycle.links, [&](const LockCycle::Link &link) {
      text("thread", link.thread);
      text("held", link.held);
      text("wanted", link.wanted);
      place("held_at", link.heldAt);
      place("wanted_at", link.wantedAt);
    });
  }
};

} // namespace

void printDiffHtml(llvm::raw_ostream &out, const Result &result, const support::SourceText &old,
                   const support::SourceText &current) {
  std::string data;
  llvm::raw_string_ostream stream(data);
  Writer(stream).page(result, old, current);
  printPage(out, embedded::diffPageFiles(), data);
}

} // namespace heddle::report
