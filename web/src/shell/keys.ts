// Keys: each page says what its keys do; one listener hears them. Keys typed into a field are the field's.

import { useEffect, useRef } from "preact/hooks";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

const listening: { current: Keys }[] = [];
let installed = false;

// A box to tick takes the space bar only, which is none of our keys.
function is_typing(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}

function hear(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (is_typing(event.target) && event.key !== "Escape") return;
  if (document.querySelector("dialog[open]")) return;
  for (const keys of [...listening].reverse()) {
    const action = keys.current[event.key];
    if (!action) continue;
    event.preventDefault();
    action(event);
    return;
  }
}

export function use_keys(keys: Keys): void {
  const own = useRef(keys);
  own.current = keys;
  useEffect(() => {
    if (!installed) addEventListener("keydown", hear);
    installed = true;
    listening.push(own);
    return () => void listening.splice(listening.indexOf(own), 1);
  }, []);
}
