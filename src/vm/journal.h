// Keeps the book of a step: what each instruction does to data, as an expression over the cells of
// the state before the step (paper 004, section 4). All frames then run guarded code (guard.h), and
// their guards tell the journal.
//
// What an instruction did is booked when the next one begins: it is known then which way it went,
// and one that the thread stopped before is booked when it is done. Wherever the VM goes by a value
// (a branch, an address, an argument of a library function), that becomes a condition: the value
// itself, or that it is what it was. What cannot be said makes the whole step unknown.
#pragma once

#include "vm/guard.h"
#include "vm/transfer.h"

#include <string_view>
#include <unordered_set>

namespace heddle::vm {

class Journal {
public:
  explicit Journal(Executor &x) : x(x), b(x.symbolic.builder()), cells(x.symbolic.context.cells) {}

  /// A new step begins; `take` ends it and hands over what it did.
  void begin();
  Transfer take();

  // --- told by the executor
  /// The running thread is about to do an instruction, and has done the one before.
  void before(const Inst *pc, const Shape &shape, const Shadows &shadows);
  /// The running thread stops: the last instruction is not done, or was its last.
  void stopped();
  void read(Address address, std::uint64_t size);
  /// A frame with plain arguments is on top of the running thread.
  void pushed();
  void made(ObjectId id);
  /// An object becomes shared: what it points to does too.
  void shares(const Object &object);
  void giveUp(std::string_view why);

  // --- tries that are undone
  struct Try;
  /// From here on nothing lasts, but for conditions if `keeps` says so in the end: nobody acted
  /// because of what was tried.
  std::unique_ptr<Try> beginTry();
  void endTry(std::unique_ptr<Try> tried, bool keeps, const Inst *head = nullptr);

private:
  struct FrameBook { ///< Registers of a frame; null: a cell still.
    bool isNew = false;
    std::vector<expr::Ref> values;
  };
  struct Operand {
    expr::Ref ref = nullptr; ///< Null if the instruction has none.
    std::uint32_t reg = 0;
    std::uint64_t value = 0;
    bool isPlain = true; ///< Before the instruction.
    bool isConstant() const { return !ref || ref->isConstant(); }
  };
  struct Current { ///< The instruction that is not booked yet.
    const Inst *pc = nullptr;
    const Shape *shape = nullptr;
    bool isBuiltin = false;
    bool isUndefined = false; ///< An operand has undefined bits.
    Operand a;
    Operand b;
    Operand c;
    Operand third;
    std::vector<Operand> more; ///< Arguments, results, pieces.
    const CallSite *site = nullptr;
    const CodeFunction *callee = nullptr;
    bool again = false;
    std::uint32_t depth = 0; ///< Of the stack, before it.
    std::size_t inputs = 0;  ///< Made before it,
    std::size_t path = 0;    ///< and conditions met.
    std::vector<Memory::Range> reads;
  };

  // the state of the book
  std::vector<FrameBook> &framesOf(ThreadId thread);
  FrameBook &frame(ThreadId thread, std::uint32_t index);
  FrameBook &top();
  expr::Ref reg(std::uint32_t which);
  void setReg(std::uint32_t which, expr::Ref value) { top().values[which] = value; }
  void setPlain(std::uint32_t which, std::uint32_t count = 1);
  expr::Ref word(Address address);
  expr::Ref load(Address address, unsigned size);
  void store(Address address, expr::Ref value, unsigned size);
  void storePlain(Address address, std::uint64_t size);

  void require(expr::Ref condition);
  void pin(expr::Ref value, std::uint64_t actual) {
    require(b.equal(value, b.constant(actual, value->width)));
  }
  /// Another value would not be shared where this one is, or the other way round.
  void pinPointers(Address address, std::uint64_t size);

  // instructions (journal_book.cpp)
  Operand operand(std::uint32_t which, const Shadows &shadows);
  void gather(const Inst &inst, const Shape &shape, const Shadows &shadows);
  void gatherCall(const Inst &inst, const Shape &shape, const Shadows &shadows);
  void gatherReturn(const Inst &inst, const Shadows &shadows);
  /// Conditions that it is what it was; what that was may only be known afterwards.
  void settle(Operand &operand);
  void book(const Inst *next);
  void bookPure();
  void bookWide();
  void bookAccess();
  void bookUpdate(Address address);
  void bookExchange(Address address);
  void bookBulk();
  void bookBranch(const Inst *next);
  void bookSwitch(const Inst *next);
  void bookCall();
  void bookReturn();
  void bookBuiltin(bool isDone);
  void bookRanges();
  expr::Ref lifted(expr::Ref &second);
  const std::uint64_t *registers() const;
  expr::Ref nodeOf(std::uint32_t which) const;
  bool isNewInput(expr::Ref node) const;

  Executor &x;
  expr::Builder &b;
  Cells &cells;
  std::vector<std::vector<FrameBook>> frames; ///< By thread.
  std::unordered_map<Address, expr::Ref> words;
  std::unordered_set<ObjectId> objects; ///< Made in this step.
  std::vector<expr::Ref> conditions;
  std::unordered_set<expr::Ref> known; ///< Those conditions.
  std::vector<expr::Ref> promises;
  std::string_view unknown;
  Current now;
};

struct Journal::Try {
  std::vector<std::vector<FrameBook>> frames;
  std::unordered_map<Address, expr::Ref> words;
  std::unordered_set<ObjectId> objects;
  std::size_t conditions = 0;
  std::size_t promises = 0;
  std::string_view unknown;
  Current now;
};

} // namespace heddle::vm
