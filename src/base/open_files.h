// How many files this program may have open.
#pragma once

namespace redcode {

// As many as it is allowed to ask for, within reason. The customary 1,024 are soon used up by a
// dozen sandboxes with their observers, and an observer without descriptors sees nothing.
void allow_many_open_files();

}  // namespace redcode
