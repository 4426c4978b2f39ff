// Strays: processes that a runtime started and left to this one, because their parent has ended.
#pragma once

namespace redcode::oci {

// Makes this process the one that orphans of its children fall to, so that it can wait for what a
// runtime started and left running. Only processes known by pid are ever waited for.
void adopt_orphans();

// Reaps the dead processes of crun's own that it leaves to us and no Child stands for. One of them
// that nobody reaps can keep a sandbox's first process from ending.
void reap_strays();

}  // namespace redcode::oci
