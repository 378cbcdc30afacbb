// A page about places in one program: what is known, as lists and matrices, and beside it the
// source with arrows from place to place. Pairs of accesses and definition-use pairs are shown so.
#pragma once

#include "report/result.h"
#include "support/source_text.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

struct SourcePage {
  /// From one of the entry's marks to another.
  struct Arrow {
    std::size_t from = 0;
    std::size_t to = 0;
    std::string kind;       ///< A class of the page's style: "found", "known", "never", "open".
    bool isInitial = false; ///< From nowhere to `to`.
    bool isEven = false;    ///< It has no direction.
  };
  struct Entry {
    std::vector<std::pair<std::string, std::string>> chips; ///< Text and class.
    std::vector<std::string> lines;
    std::vector<std::string> notes;
    std::string test;
    std::vector<Place> marks;
    std::vector<Arrow> arrows;
  };
  struct Heading {
    std::string text;
    std::optional<Place> place;
  };
  /// Entries of the section by two headings each.
  struct Matrix {
    std::vector<Heading> rows;
    std::vector<Heading> columns;
    std::vector<std::vector<std::optional<std::size_t>>> cells;
  };
  struct Section {
    std::string title;
    std::string note;
    std::vector<Entry> entries;
    std::optional<Matrix> matrix;
  };
  std::string badge;     ///< A word or two,
  std::string badgeKind; ///< and its class: "bug", "safe", "unknown".
  std::string message;
  std::string about;
  std::vector<Section> sections;
};

/// "account.c:9:11": beside the source a path only takes room.
std::string brief(const Place &place);

SourcePage sourcePageOf(const PairReport &pairs, const Result &result);
SourcePage sourcePageOf(const DefuseReport &defuse, const Result &result);

void printSourcePage(llvm::raw_ostream &out, const SourcePage &page, const Result &result,
                     const support::SourceText &sources);

} // namespace heddle::report
