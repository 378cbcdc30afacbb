// Values of expressions when the inputs are given.
#pragma once

#include "expr/node.h"

#include <cstdint>
#include <vector>

namespace heddle::expr {

class Builder;

/// A value for every input, and for every cell; those it does not name are 0.
class Assignment {
public:
  std::uint64_t of(std::uint64_t input) const { return input < values.size() ? values[input] : 0; }
  void set(std::uint32_t input, std::uint64_t value) {
    if (input >= values.size())
      values.resize(input + 1);
    values[input] = value;
  }
  const std::vector<std::uint64_t> &all() const { return values; }
  std::uint64_t ofCell(std::uint64_t cell) const { return cell < cells.size() ? cells[cell] : 0; }
  void setCell(std::uint32_t cell, std::uint64_t value) {
    if (cell >= cells.size())
      cells.resize(cell + std::size_t{1});
    cells[cell] = value;
  }

private:
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> cells;
};

/// Evaluates many nodes under one assignment at a time, each node once.
class Evaluator {
public:
  explicit Evaluator(Builder &builder) : builder(builder) {}
  /// What was evaluated before is forgotten: the assignment has changed.
  void renew();
  std::uint64_t evaluate(Ref node, const Assignment &inputs);
  /// How many nodes were evaluated so far: what it cost.
  std::uint64_t work() const { return done; }

private:
  Builder &builder;
  std::uint64_t stamp = 0;
  std::uint64_t done = 0;
  std::vector<Ref> todo;
};

} // namespace heddle::expr
