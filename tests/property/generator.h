// Makes the program of a seed. A program that uses a little of everything shows little: each has
// one or two favourite features, and few variables, so that most operations conflict.
#pragma once

#include "random.h"
#include "shape.h"

#include <functional>
#include <set>

namespace heddle::property {

enum class Feature {
  Atomics,
  Sections,
  Parts, ///< Accesses to bytes of a variable, and of several at once.
  Arrays,
  Pointers,
  Locks,
  Conditions,
  Semaphores,
  Barriers,
  RwLocks,
  Once,
  Spins,
  Loops, ///< That look at several places, and may be left from within.
  Inputs,
  Choices,
  Cancels,
  Ends, ///< Threads and processes that end early.
};

class Generator {
public:
  Generator(std::uint64_t seed, unsigned shrink) : random(seed), shrink(shrink) {}
  Shape run();

private:
  using Ways = std::vector<std::pair<unsigned, std::function<Block()>>>;

  static Statement of(Kind kind, unsigned object = 0) {
    Statement statement;
    statement.kind = kind;
    statement.object = object;
    return statement;
  }
  static void append(Block &to, const Block &what) {
    to.insert(to.end(), what.begin(), what.end());
  }

  // --- the frame of the program (generate.cpp)
  void chooseFeatures();
  void declare();
  void declareSync();
  void declareBarriers(unsigned acting);
  void makeThreads();
  void addChild(unsigned parent, unsigned child);
  void addCancel(Block &to, std::size_t from, unsigned thread);
  void finishMain(unsigned direct);
  bool has(Feature feature) const { return features.contains(feature); }
  /// How heavily a feature weighs if the program has it.
  unsigned weightOf(Feature feature, unsigned weight) const { return has(feature) ? weight : 0; }

  // --- statements (generate.cpp): for about `left` visible operations, which they count down
  Block block(int &left, unsigned depth);
  Block body(unsigned acting);
  Block construct(int &left, unsigned depth);
  Block routine(); ///< What is done once.

  // --- data and control (generate_data.cpp)
  unsigned constant() { return random.chance(90) ? random.below(3) : random.below(300); }
  unsigned anyLocal() { return random.below(localCount); }
  Operand operand();
  Condition condition();
  Condition conditionOn(unsigned local);
  Operand index(unsigned length);
  Place scalar();
  Place part();
  Place place();
  Order orderOf(Kind kind);
  Statement load(unsigned local);
  Statement store(const Place &to, Operand what);
  Block increment();
  Block update();
  Block bulk();
  Block assertion();
  void addData(Ways &ways, int &left);
  Block branch(const Condition &condition, int &left, unsigned depth);
  void addControl(Ways &ways, int &left, unsigned depth);
  void addInputs(Ways &ways, int &left, unsigned depth);
  void addPointers(Ways &ways, int &left);
  void addEnds(Ways &ways, int &left);

  // --- loops that wait (generate_loops.cpp)
  Block look(unsigned depth);
  Block sameAgain();
  Block attempt(bool mayGiveUp);
  Block poll(bool mayGiveUp);
  Block turn(unsigned depth, bool isCounted);
  Statement loop(unsigned depth);
  void addSpins(Ways &ways, int &left, unsigned depth);
  void addLoops(Ways &ways, int &left, unsigned depth);

  // --- synchronisation (generate_sync.cpp)
  Block guarded(Kind lock, Kind unlock, unsigned object, int &left, unsigned depth);
  Block trying(Kind kind, unsigned object, int &left, unsigned depth);
  Block waiting(unsigned mutex, int &left);
  Block semaphore();
  void addSync(Ways &ways, int &left, unsigned depth);

  Random random;
  unsigned shrink;
  std::set<Feature> features;
  unsigned atomics = 10;    ///< Percentage of accesses that are atomic.
  bool insideWhole = false; ///< In an atomic section or a routine: only data.
  bool insideLoop = false;  ///< No inputs there: each time makes a new one.
  unsigned inputsLeft = 0;
  unsigned loopsLeft = 2; ///< Each may go round and round while the others do.
  Shape shape;
};

} // namespace heddle::property
