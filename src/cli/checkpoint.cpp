#include "cli/checkpoint.h"

#include "cli/arguments.h"
#include "cli/common.h"

#include <algorithm>
#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/xxhash.h>
#include <unistd.h>

namespace heddle::cli {

using support::ByteReader;
using support::ByteWriter;
using support::Failure;

namespace {

constexpr std::string_view magic = "heddle checkpoint 1\n";
constexpr std::size_t sumSize = 16; ///< Hexadecimal digits of the checksum, after the first line.

std::string checksum(std::string_view bytes) {
  return fmt::format("{:016x}", llvm::xxh3_64bits(llvm::StringRef(bytes.data(), bytes.size())));
}

std::string partOf(const std::string &path) {
  return path + ".part";
}

Failure cannotWrite(const std::string &path) {
  return {fmt::format("cannot write '{}': {}", path, std::strerror(errno)), {}};
}

/// A file that is on the disk when this returns, or nothing.
support::Done writeWhole(const std::string &path, std::string_view bytes) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return cannotWrite(path);
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      break;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  const bool isDone = bytes.empty() && fsync(file) == 0;
  const Failure failure = cannotWrite(path);
  close(file);
  if (isDone)
    return support::done();
  unlink(path.c_str());
  return failure;
}

/// The first setting that differs, as a message.
support::Done compare(const std::string &path, const Identity &mine, const Identity &its) {
  if (its.hash != mine.hash)
    return Failure{fmt::format("'{}' is the state of another program: it was written for '{}', "
                               "which was another file or has changed since",
                               path, its.program),
                   {}};
  const auto valueIn = [](const Identity &identity, const std::string &name) {
    const auto found =
        std::ranges::find(identity.settings, name, [](const auto &one) { return one.first; });
    return found == identity.settings.end() ? std::string() : found->second;
  };
  const auto shown = [](const std::string &value) { return value.empty() ? "none" : value; };
  for (const auto *settings : {&mine.settings, &its.settings})
    for (const auto &[name, value] : *settings)
      if (valueIn(mine, name) != valueIn(its, name))
        return Failure{fmt::format("'{}' was written by a search with other settings: {} was {}, "
                                   "and is {} now",
                                   path, name, shown(valueIn(its, name)),
                                   shown(valueIn(mine, name))),
                       "give the options again that the search was started with"};
  return support::done();
}

} // namespace

void addCheckpointOptions(CLI::App &command, CheckpointOptions &options) {
  command
      .add_option("--checkpoint", options.to,
                  "save the state of the search to a file, every minute and when it ends")
      ->type_name("FILE");
  command
      .add_option("--checkpoint-every", options.every, "seconds between two savings (default: 60)")
      ->check(saysAboveZero)
      ->type_name("S");
  command
      .add_option("--resume", options.from,
                  "go on from a saved state; saves to the same file unless --checkpoint names "
                  "another")
      ->type_name("FILE");
}

support::Done settle(CheckpointOptions &options) {
  if (options.to.empty())
    options.to = options.from;
  if (options.to.empty())
    return support::done();
  if (looksLikeInput(options.to))
    return Failure{fmt::format("refusing to write a checkpoint to '{}', which looks like a program",
                               options.to),
                   {}};
  const std::string part = partOf(options.to);
  if (const support::Done written = writeWhole(part, {}); !written)
    return written.failure();
  unlink(part.c_str());
  return support::done();
}

support::Done writeCheckpoint(const std::string &path, const Identity &identity,
                              const Checkpoint &checkpoint) {
  ByteWriter to;
  to.text(version());
  to.text(identity.program);
  to.text(identity.hash);
  to.list(identity.settings, [&](const auto &one) {
    to.text(one.first);
    to.text(one.second);
  });
  to.number(static_cast<std::uint64_t>(checkpoint.seconds * 1000));
  to.text(explore::encode(checkpoint.saved));
  const std::string part = partOf(path);
  const support::Done written =
      writeWhole(part, std::string(magic) + checksum(to.all()) + to.all());
  if (!written)
    return written.failure();
  if (std::rename(part.c_str(), path.c_str()) != 0)
    return cannotWrite(path);
  return support::done();
}

support::Outcome<Checkpoint> readCheckpoint(const std::string &path, const Identity &identity) {
  const auto file = llvm::MemoryBuffer::getFile(path, false, false);
  if (!file)
    return Failure{fmt::format("cannot read '{}': {}", path, file.getError().message()), {}};
  std::string_view bytes((*file)->getBufferStart(), (*file)->getBufferSize());
  if (!bytes.starts_with(magic))
    return Failure{fmt::format("'{}' is no checkpoint", path), {}};
  bytes.remove_prefix(magic.size());
  const std::string_view sum = bytes.substr(0, sumSize);
  bytes.remove_prefix(sum.size());
  if (checksum(bytes) != sum)
    return Failure{fmt::format("the checkpoint '{}' is damaged", path), {}};
  ByteReader from(bytes);
  if (const std::string writer = from.text(); writer != version())
    return Failure{
        fmt::format("the checkpoint '{}' was written by {}; this is {}", path, writer, version()),
        {}};
  Identity its;
  its.program = from.text();
  its.hash = from.text();
  from.list([&] {
    std::string name = from.text();
    its.settings.emplace_back(std::move(name), from.text());
  });
  if (const support::Done same = compare(path, identity, its); !same)
    return same.failure();
  Checkpoint checkpoint;
  checkpoint.seconds = static_cast<double>(from.number()) / 1000;
  support::Outcome<explore::Saved> saved = explore::decode(from.text());
  if (!saved || from.isBad())
    return Failure{fmt::format("the checkpoint '{}' is damaged", path), {}};
  checkpoint.saved = std::move(*saved);
  return checkpoint;
}

} // namespace heddle::cli
