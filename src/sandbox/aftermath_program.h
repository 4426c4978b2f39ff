// The program that plays a step of an aftermath inside a sandbox: aftermath.py.
#pragma once

namespace redcode::sandbox {

extern const char* const aftermath_program;

}  // namespace redcode::sandbox
