// Source files as a page carries them: whole, or of long ones what is near lines that count.
#pragma once

#include "report/result.h"
#include "support/source_text.h"

#include <map>
#include <set>
#include <string>

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace heddle::report {

/// Lines of files that a page speaks of. Libraries' are left out.
class MentionedLines {
public:
  void add(const Place &place) {
    if (!place.library && !place.file.empty() && place.line)
      files[place.file].insert(place.line);
  }
  void add(const Place &place, const std::vector<Place> &stack) {
    add(place);
    for (const Place &frame : stack)
      add(frame);
  }
  std::map<std::string, std::set<unsigned>> files;
};

/// An array of {file, lines, pieces: [{first, text: []}]}, under this name.
void writeSources(llvm::json::OStream &json, const char *name, const MentionedLines &mentioned,
                  const support::SourceText &sources);

} // namespace heddle::report
