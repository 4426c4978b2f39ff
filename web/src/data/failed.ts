// Why there is no answer, for people.

import type { Trouble } from "./contract";

export class Failed extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble.message);
  }
}
