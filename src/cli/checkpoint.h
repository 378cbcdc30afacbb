// --checkpoint and --resume: the state of a search in a file.
#pragma once

#include "explore/checkpoint.h"
#include "support/outcome.h"

#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

struct CheckpointOptions {
  std::string to;    ///< Where the state is saved; empty for nowhere.
  std::string from;  ///< What to go on from; empty for the beginning.
  double every = 60; ///< Seconds.
};
/// --checkpoint, --checkpoint-every, --resume.
void addCheckpointOptions(CLI::App &command, CheckpointOptions &options);

/// Settles where to save; a Failure if nothing can be written there.
support::Done settle(CheckpointOptions &options);

/// What a state belongs to: it means nothing to another program or another kind of search.
struct Identity {
  std::string program; ///< The name, for messages,
  std::string hash;    ///< and the hash of the module.
  /// Options that change what is searched: ("--max-depth", "10").
  std::vector<std::pair<std::string, std::string>> settings;
};

/// A state in a file, with the seconds that the search has taken until then.
struct Checkpoint {
  explore::Saved saved;
  double seconds = 0;
};

/// Replaces the file as a whole: who is killed meanwhile leaves the one before.
support::Done writeCheckpoint(const std::string &path, const Identity &identity,
                              const Checkpoint &checkpoint);
support::Outcome<Checkpoint> readCheckpoint(const std::string &path, const Identity &identity);

} // namespace heddle::cli
