#include "proof/half_deeds.h"

#include <algorithm>
#include <utility>

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;

// What makes the part at `index` fail where the others hold: it is left out, or, if it says what
// must not be, that is done first.
std::vector<Command> all_but(const Condition& all, std::size_t index, const record::World& world) {
  std::vector<Command> commands;
  const Condition& left_out = all.of.at(index);
  if (left_out.word == Word::none) commands = plain_deed(left_out.of.front(), world, Ways::sure);
  for (std::size_t i = 0; i < all.of.size(); ++i) {
    if (i != index)
      std::ranges::move(plain_deed(all.of[i], world, Ways::sure), std::back_inserter(commands));
  }
  return commands;
}

}  // namespace

std::vector<std::vector<Command>> half_deeds(const Condition& effect, const record::World& world) {
  std::vector<std::vector<Command>> ways;
  if (!combines(effect.word) || effect.word == Word::none) return ways;
  for (std::size_t i = 0; effect.of.size() > 1 && i < effect.of.size(); ++i) {
    std::vector<Command> way = effect.word == Word::all
                                   ? all_but(effect, i, world)
                                   : plain_deed(effect.of[i], world, Ways::sure);
    if (!way.empty()) ways.push_back(std::move(way));
  }
  return ways;
}

}  // namespace redcode::proof
