// The way that an execution is led: abstract traces (paper 001, sections 4.3 and 5), each a list of
// places that one thread after the other comes by.
#pragma once

#include "analysis/abstract_system.h"
#include "explore/notes.h"
#include "vm/thread.h"

#include <optional>
#include <vector>

namespace heddle::explore {

/// A place that a thread is to come by. Steps with the same segment are for the same thread.
struct RouteStep {
  std::uint32_t segment = 0;
  analysis::PlaceId place = 0;
  std::uint32_t note = Notes::none; ///< None for the goal, where threads stand.
  /// Of a definition: one of these addresses is to be written. Any will do if there are none.
  std::vector<vm::Address> defines = {};
  bool operator==(const RouteStep &) const = default;
};

/// To one goal. Its last segment ends there.
struct Route {
  std::vector<RouteStep> steps;
  std::uint32_t segments = 1;
  std::uint32_t goal() const { return steps.back().segment; }
  bool operator==(const Route &) const = default;
};

/// A step that is to wait until another route is past a step: who took a lock there, and stood at
/// the goal with it, kept somebody else away.
struct RouteOrder {
  std::size_t later = 0; ///< A route,
  std::size_t laterStep = 0;
  std::size_t first = 0; ///< and another one.
  std::size_t firstStep = 0;
  bool operator==(const RouteOrder &) const = default;
};

/// One route for each goal (a trace set), and how it came about.
struct RouteSet {
  std::vector<Route> routes;
  std::vector<RouteOrder> orders;
  bool isCoarse = false; ///< Threads are run through what means nothing to the abstract system.
  unsigned refinements = 0;
  std::uint64_t states = 0; ///< Of the executions before it that it was refined from.
  std::size_t length = 0;   ///< Of the traces, before they were refined.
  // What the last refinement was for.
  const llvm::Instruction *blockedAt = nullptr;
  std::optional<std::uint64_t> missing; ///< How far the condition was from what was needed.
  unsigned misses = 0;                  ///< Refinements that did not bring the condition nearer.
  unsigned rank = 0;                    ///< How promising the last one is; 0 is best.
};

/// Where the threads of an execution are on the routes. It is part of a state: copied with it.
class Course {
public:
  explicit Course(const RouteSet &set);

  /// The thread writes there. What a library writes is told of the call.
  void write(vm::ThreadId thread, const llvm::Instruction &by, vm::Address address,
             std::uint64_t size);
  /// The thread comes by a note that matters; `done` is what it has done by that, if anything.
  void pass(vm::ThreadId thread, std::uint32_t note, const llvm::Instruction *done = nullptr);
  /// Matches what was passed. `targets`: at which each thread stands.
  void advance(const RouteSet &set, const std::vector<std::uint64_t> &targets);
  /// Steps that are left (the first rank of the paper): 0 when all threads stand at their goals.
  std::size_t left(const RouteSet &set) const;
  std::size_t leftOf(const RouteSet &set, std::size_t route) const;

  /// Orders that are not kept.
  std::size_t broken(const RouteSet &set) const;

  /// The step that comes next; the last one if the thread stands at its goal.
  std::size_t nextOf(std::size_t route) const { return tracks[route].next; }
  bool isThere(std::size_t route) const { return tracks[route].isThere; }
  vm::ThreadId boundTo(std::size_t route, std::uint32_t segment) const {
    return tracks[route].segments[segment].thread;
  }
  /// Whether the thread may do the next step of a route.
  bool mayFollow(const RouteSet &set, std::size_t route, vm::ThreadId thread) const;
  /// Whether the thread stands at a goal, and is to stay.
  bool isHeld(const RouteSet &set, vm::ThreadId thread) const;

private:
  struct Segment {
    vm::ThreadId thread = vm::noThread;
    std::size_t cursor = 0;                  ///< What of its history has been matched.
    std::vector<vm::ThreadId> rejected = {}; ///< They wrote something else there.
  };
  struct Bytes {
    vm::Address address = 0;
    std::uint64_t size = 0;
  };
  struct History {
    std::vector<std::uint32_t> notes;
    std::vector<std::pair<std::size_t, Bytes>> written;            ///< By what a note is behind.
    std::vector<std::pair<const llvm::Instruction *, Bytes>> open; ///< No note was passed yet.
  };
  struct Track {
    std::size_t next = 0;
    bool isThere = false;
    std::vector<Segment> segments;
  };
  bool matchStep(const RouteSet &set, std::size_t route);
  bool matchBound(const RouteSet &set, std::size_t route, Segment &segment);
  void reject(const RouteSet &set, std::size_t route, Segment &segment);
  static std::size_t find(const History &history, std::size_t from, const RouteStep &step);
  vm::ThreadId findThread(const RouteSet &set, std::size_t route) const;
  bool isTaken(const RouteSet &set, std::size_t route, vm::ThreadId thread) const;
  std::size_t lastOf(const Route &route, std::size_t step) const;
  bool isPast(std::size_t route, std::size_t step) const {
    return tracks[route].isThere || tracks[route].next > step;
  }

  std::vector<Track> tracks;
  std::vector<History> histories; ///< By thread.
};

} // namespace heddle::explore
