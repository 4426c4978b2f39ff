// Whether the window is as narrow as a phone.

import { useEffect, useState } from "preact/hooks";

const phone = matchMedia("(max-width: 48rem)");

export function use_narrow(): boolean {
  const [narrow, set_narrow] = useState(phone.matches);
  useEffect(() => {
    const changed = () => set_narrow(phone.matches);
    phone.addEventListener("change", changed);
    return () => phone.removeEventListener("change", changed);
  }, []);
  return narrow;
}
