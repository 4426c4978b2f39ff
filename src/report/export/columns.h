// Columns: what a table of trials tells. Each is defined here and nowhere else;
// docs/formats/export.md says the same in words, and a test holds the two together.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "base/untrusted_text.h"
#include "report/export/run.h"

namespace redcode::exports {

// Missing is missing: what is not known is no 0 and no "".
using Cell = std::variant<std::monostate, bool, std::uint64_t, UntrustedText>;

enum class Text { plain, scrubbed };  // the latter may hold whatever an agent said

template <class Of>
struct Column {
  std::string_view name;
  std::string_view type;  // in SQL
  Cell (*value)(const Of&);
  Text text = Text::plain;
};

// Of a run.
std::span<const Column<Run>> run_columns();
// Of a case.
std::span<const Column<CaseResults>> case_columns();
// Of a trial, without those of its case.
std::span<const Column<Trial>> trial_columns();

}  // namespace redcode::exports
