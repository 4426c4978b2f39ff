// A run as an SQLite database, for questions: docs/formats/export.md has its tables, docs/export.md
// ten questions and the SQL that answers them.
#pragma once

#include <filesystem>

#include "report/export/job.h"

namespace redcode::exports {

// Makes `file`, which must not be there.
void write_sqlite(const Job& job, const std::filesystem::path& file, ExportTally& account);

}  // namespace redcode::exports
