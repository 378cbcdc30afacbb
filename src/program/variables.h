// Names for people of what addresses denote. `user` is the instruction that is being described: of
// several variables that hold the address, it decides which one is meant.
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class DIType;
class Instruction;
class Value;
} // namespace llvm

namespace heddle::program {

/// What the address denotes ("queue.items[i]", "node->next"); empty if nothing is known.
std::string nameOfObject(const llvm::Value &address, const llvm::Instruction *user = nullptr);
/// The same for a load or store of one scalar there: `s` becomes `s.first` if that is what lies
/// there.
std::string nameOfScalar(const llvm::Value &address, const llvm::Instruction *user = nullptr);
/// The same for a mutex, semaphore, ... there: `account` becomes `account.lock`.
std::string nameOfSync(const llvm::Value &address, const llvm::Instruction *user = nullptr);
/// Whether what lies there is a C++ reference, which no program reads by itself, or a temporary the
/// compiler made: nothing a person would call a variable.
bool isCompilersOwn(const llvm::Value &address, const llvm::Instruction *user = nullptr);
/// The variable or expression the value came from ("first", "node->next"); empty if unknown.
std::string nameOfValue(const llvm::Value &value, const llvm::Instruction *user = nullptr);
/// What a block of memory is for: a type, null if it is not known, and where in the block it
/// begins.
struct BlockType {
  const llvm::DIType *type = nullptr;
  std::uint64_t offset = 0;
};
/// Of the block that this instruction makes: the type that the variable points to which gets its
/// address, or else the type that is returned, or what `std::make_shared` was asked for.
BlockType typeOfBlock(const llvm::Instruction &allocation);

} // namespace heddle::program
