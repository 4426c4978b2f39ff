#include "corpus/heading.h"

#include <string>

namespace redcode::corpus {

void check_heading(yaml::Fields& fields, std::string_view format, yaml::Complaints& complaints) {
  if (const yaml::Node* written = fields.required("format"))
    choice_of(*written, {std::string(format)}, complaints);
  if (const yaml::Node* marker = fields.required("marker"))
    choice_of(*marker, {std::string(contamination_marker)}, complaints);
}

}  // namespace redcode::corpus
