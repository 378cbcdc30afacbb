// A program that tells by marks where its threads come by: at the starts of functions and blocks,
// at calls and branches, and behind what writes or synchronises.
#pragma once

#include "program/marks.h"

#include <llvm/ADT/DenseMap.h>
#include <vector>

namespace llvm {
class Instruction;
} // namespace llvm

namespace heddle::explore {

/// A thread is about to run the instruction, or has run it.
struct Note {
  const llvm::Instruction *at = nullptr; ///< In the program without marks.
  bool isBehind = false;
};

class Notes {
public:
  /// For a program in which threads stand at these places too.
  Notes(const program::Program &program, std::vector<program::Mark> targets);

  const std::vector<program::Mark> &marks() const { return all; }
  /// Of the mark with this number.
  const Note &operator[](std::uint32_t number) const { return notes[number]; }
  std::size_t size() const { return notes.size(); }
  static constexpr std::uint32_t none = ~0u;
  std::uint32_t before(const llvm::Instruction &at) const { return find(beforeIt, at); }
  std::uint32_t behind(const llvm::Instruction &at) const { return find(behindIt, at); }

private:
  using Map = llvm::DenseMap<const llvm::Instruction *, std::uint32_t>;
  static std::uint32_t find(const Map &map, const llvm::Instruction &at) {
    const auto found = map.find(&at);
    return found == map.end() ? none : found->second;
  }
  void add(const program::Program &program, const llvm::Instruction &at,
           const llvm::Instruction &place, bool isBehind);

  std::vector<Note> notes;
  std::vector<program::Mark> all;
  Map beforeIt;
  Map behindIt;
};

} // namespace heddle::explore
