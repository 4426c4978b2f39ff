// Every command of a script, however deep it stands: in words, here-documents and functions too.
#pragma once

#include <functional>

#include "analysis/shell/script.h"

namespace redcode::shell {

using Visitor = std::function<void(const Command&)>;

// In the order of the text, those around before those inside.
void for_each_command(const List& list, const Visitor& visit);
void for_each_command(const Word& word, const Visitor& visit);

}  // namespace redcode::shell
