#include "judge/weights.h"

#include "judge/built_in.h"

namespace redcode::judge {

const Weights* weights_of(Place place, std::string_view text) {
  static const WeightTable<stance_count> table(stance_weights());
  return table.find(static_cast<char>(place), text);
}

}  // namespace redcode::judge
