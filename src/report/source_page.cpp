#include "report/source_page.h"

#include "report/page.h"
#include "report/page_sources.h"

#include <cstdint>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::embedded {
std::span<const support::EmbeddedFile> sourcePageFiles();
} // namespace heddle::embedded

namespace heddle::report {
namespace {

MentionedLines mentionedIn(const SourcePage &page, const Result &result) {
  MentionedLines lines;
  for (const SourcePage::Section &section : page.sections) {
    for (const SourcePage::Entry &entry : section.entries)
      for (const Place &place : entry.marks)
        lines.add(place);
    if (section.matrix)
      for (const auto *headings : {&section.matrix->rows, &section.matrix->columns})
        for (const SourcePage::Heading &heading : *headings)
          if (heading.place)
            lines.add(*heading.place);
  }
  for (const Incomplete &one : result.incomplete)
    lines.add(one.place);
  return lines;
}

class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : json(out) {}

  void page(const SourcePage &page, const Result &result, const support::SourceText &sources) {
    json.object([&] {
      text("command", result.command);
      text("badge", page.badge);
      text("badge_kind", page.badgeKind);
      text("message", page.message);
      text("about", page.about);
      list("sections", page.sections, [&](const SourcePage::Section &one) { section(one); });
      list("incomplete", result.incomplete, [&](const Incomplete &one) {
        text("reason", one.reason);
        text("detail", one.detail);
        json.attributeObject("place", [&] { place(one.place); });
      });
      writeSources(json, "sources", mentionedIn(page, result), sources);
    });
  }

private:
  llvm::json::OStream json;

  void text(llvm::StringRef key, std::string_view value) {
    json.attribute(key, llvm::json::fixUTF8(value));
  }
  void number(llvm::StringRef key, std::size_t value) {
    json.attribute(key, static_cast<std::int64_t>(value));
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

  void place(const Place &place) {
    text("file", place.file);
    json.attribute("line", place.line);
    json.attribute("column", place.column);
    text("function", place.function);
    json.attribute("instruction", place.instruction);
  }

  void section(const SourcePage::Section &section) {
    text("title", section.title);
    text("note", section.note);
    list("entries", section.entries, [&](const SourcePage::Entry &one) { entry(one); });
    if (section.matrix)
      json.attributeObject("matrix", [&] { matrix(*section.matrix); });
  }

  void entry(const SourcePage::Entry &entry) {
    list("chips", entry.chips, [&](const auto &chip) {
      text("text", chip.first);
      text("kind", chip.second);
    });
    texts("lines", entry.lines);
    texts("notes", entry.notes);
    text("test", entry.test);
    list("marks", entry.marks, [&](const Place &one) { place(one); });
    list("arrows", entry.arrows, [&](const SourcePage::Arrow &arrow) {
      number("from", arrow.from);
      number("to", arrow.to);
      text("kind", arrow.kind);
      json.attribute("is_initial", arrow.isInitial);
      json.attribute("is_even", arrow.isEven);
    });
  }

  void heading(const SourcePage::Heading &heading) {
    text("text", heading.text);
    if (heading.place)
      json.attributeObject("place", [&] { place(*heading.place); });
  }

  void matrix(const SourcePage::Matrix &matrix) {
    list("rows", matrix.rows, [&](const SourcePage::Heading &one) { heading(one); });
    list("columns", matrix.columns, [&](const SourcePage::Heading &one) { heading(one); });
    json.attributeArray("cells", [&] {
      for (const auto &row : matrix.cells)
        json.array([&] {
          for (const std::optional<std::size_t> &cell : row)
            json.value(cell ? static_cast<std::int64_t>(*cell) : -1);
        });
    });
  }
};

} // namespace

std::string brief(const Place &place) {
  Place near = place;
  near.file = llvm::sys::path::filename(place.file).str();
  return shown(near);
}

void printSourcePage(llvm::raw_ostream &out, const SourcePage &page, const Result &result,
                     const support::SourceText &sources) {
  std::string data;
  llvm::raw_string_ostream stream(data);
  Writer(stream).page(page, result, sources);
  printPage(out, embedded::sourcePageFiles(), data);
}

} // namespace heddle::report
