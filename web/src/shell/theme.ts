// Dark or light: as the system says, until the reader says otherwise.

import { useEffect, useState } from "preact/hooks";

export type Theme = "system" | "light" | "dark";
const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

function remembered(): Theme {
  try {
    const kept = localStorage.getItem("redcode-theme");
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

export function use_theme(): [Theme, () => void] {
  const [theme, set_theme] = useState<Theme>(remembered);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("redcode-theme", theme);
    } catch {
      // Then it holds for this page only.
    }
  }, [theme]);
  return [theme, () => set_theme(next[theme])];
}
