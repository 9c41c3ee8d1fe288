import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Appearance, Theme } from '#shared/constants/site/appearance.ts';

/** What the account chose; null for visitors. */
export const AppearanceContext = createContext<Appearance | null>(null);

/**
 * Runs in the head before the first paint. The theme of the account, which the server has written, has
 * precedence over that of the browser. The text is the same on every page, because the security policy of
 * visitors' pages allows it by its hash.
 */
export const themeScript =
  "try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');if(!d.theme&&(t==='dark'||t==='light'))d.theme=t}catch{}";

/** The attributes of the `html` element that style sheets and scripts read. */
export function toHtmlAttributes(appearance: Appearance | null) {
  return {
    'data-theme': appearance?.theme ?? undefined,
    'data-motion': appearance?.motion === 'reduced' ? 'reduced' : undefined,
    'data-text': appearance && appearance.textSize !== 'normal' ? appearance.textSize : undefined,
  };
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readTheme(): Theme {
  return toTheme(document.documentElement.dataset.theme);
}

function toTheme(text: string | null | undefined): Theme {
  return text === 'dark' || text === 'light' ? text : 'system';
}

/** Returns the reader's theme and a function that changes it. This browser remembers the choice. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const ofAccount = useContext(AppearanceContext)?.theme ?? 'system';
  return [useSyncExternalStore(subscribe, readTheme, () => ofAccount), setTheme];
}

function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // The browser does not allow storage: the choice is for this page only.
  }
  for (const listener of listeners) listener();
}

/** After a login or logout, and when the account's theme changes: shows its theme or that of the browser. */
export function useThemeOfAccount(theme: Theme | null | undefined) {
  useEffect(() => {
    try {
      document.documentElement.dataset.theme = theme ?? toTheme(localStorage.getItem('theme'));
    } catch {
      // The browser does not allow storage: it has no theme of its own.
    }
    for (const listener of listeners) listener();
  }, [theme]);
}

/** Whether the account or the system asks for less motion. Only in the browser. */
export function prefersReducedMotion(): boolean {
  const { motion } = document.documentElement.dataset;
  return motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
