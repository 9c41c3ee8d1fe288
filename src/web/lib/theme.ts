import { useSyncExternalStore } from 'react';

export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/**
 * Runs in the head before the first paint. Its text is the same on every page, because the security policy
 * of visitors' pages allows it by its hash.
 */
export const themeScript =
  "try{var t=localStorage.getItem('theme');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

/** Returns the reader's theme and a function that changes it. The choice is stored in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'system' as const), setTheme];
}

function setTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // The browser does not allow storage: the choice is for this page only.
  }
  for (const listener of listeners) listener();
}
