// What one step did to data, as expressions over the cells of the state before it, and what of that
// data it relied on: enough to say of a formula about the state after it what must hold before it.
#pragma once

#include "expr/builder.h"
#include "vm/cells.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::vm {

struct Transfer {
  /// Registers of a frame that were given values. Null: as before; in a new frame 0.
  struct FrameChange {
    ThreadId thread = 0;
    std::uint32_t frame = 0;
    bool isNew = false; ///< A call made it in this step.
    std::vector<expr::Ref> values;
  };
  /// An object that was made in this step, and the bytes it has where no word says otherwise.
  struct NewObject {
    Address base = 0;
    std::vector<std::uint8_t> bytes;
  };

  std::vector<FrameChange> frames;
  std::unordered_map<Address, expr::Ref> words;
  std::vector<NewObject> objects;
  /// From a state in which these hold, the step goes the same way.
  std::vector<expr::Ref> conditions;
  /// New inputs were made so that these hold.
  std::vector<expr::Ref> promises;
  /// If set: why nothing can be said about other states. A string that lasts.
  std::string_view unknown;

  /// What a cell of the state after it holds; null if it is the same cell.
  expr::Ref valueOf(const Cell &cell, expr::Builder &builder) const;
};

} // namespace heddle::vm
