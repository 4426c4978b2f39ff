// For ctest alone (base.guarded_access): what is guarded is touched with the mutex held: compiles.
#include "base/mutex.h"

namespace redcode {

struct Counter {
  Mutex mutex;
  int count GUARDED_BY(mutex) = 0;
};

void add_one(Counter& counter) {
  const Lock lock(counter.mutex);
  ++counter.count;
}

}  // namespace redcode
