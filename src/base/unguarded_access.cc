// For ctest alone (base.unguarded_access): what is guarded is touched with no mutex held: must not
// compile.
#include "base/mutex.h"

namespace redcode {

struct Counter {
  Mutex mutex;
  int count GUARDED_BY(mutex) = 0;
};

void add_one(Counter& counter) { ++counter.count; }

}  // namespace redcode
