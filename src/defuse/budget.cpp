#include "defuse/budget.h"

#include "trace/predict.h"

#include <algorithm>

namespace heddle::defuse {

void Gaps::add(vm::Gap gap) {
  const auto same = [&](const vm::Gap &one) {
    return one.reason == gap.reason && one.location == gap.location;
  };
  if (std::ranges::none_of(all, same))
    all.push_back(std::move(gap));
}

Budget::Budget(const std::function<bool()> &goesOn, const std::function<double()> &secondsLeft,
               Gaps &gaps)
    : mayGoOn(goesOn), secondsLeft(secondsLeft), gaps(gaps) {
  if (!isLimited())
    return;
  margin += now() / 64; // A question that is to end then may be late on a busy machine.
  patience = std::max(1.0, now() / 8);
}

bool Budget::goesOn() {
  if (stopped)
    return false;
  // The next one may take twice as long: the machine may have become busier.
  const bool isTime = !isLimited() || now() > margin + 2 * slowest;
  if (isTime && (!mayGoOn || mayGoOn()))
    return true;
  if (!isTime)
    gaps.add({"time", "what is left would take longer than the limit", program::noLocation});
  stopped = true;
  return false;
}

void Budget::tookSince(double before) {
  if (isLimited())
    slowest = std::max(slowest, before - now());
}

void Budget::gaveUp() {
  patience = std::max(1.0, patience / 2);
}

unsigned Budget::milliseconds() {
  constexpr double most = trace::PredictOptions::longest / 1000.0;
  const double left = isLimited() ? std::min(now() - margin - slowest, patience) : most;
  allowed = std::clamp(left, 0.05, most);
  return static_cast<unsigned>(1000 * allowed);
}

void Budget::askedSince(double before) {
  tookSince(before - allowed);
}

} // namespace heddle::defuse
