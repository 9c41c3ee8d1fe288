import { useSyncExternalStore } from 'react';
import { recentlyViewedConstants } from '#shared/constants/catalog.ts';

export interface ViewedGame {
  id: number;
  name: string;
  /** A path on this site. */
  backgroundImage: string | null;
  /** YYYY-MM-DD; null when the date was unknown. Entries of earlier versions do not have it. */
  released?: string | null;
  /** 0 to 5. Entries of earlier versions do not have it. */
  rating?: number;
}

/** The key in `localStorage`. The stored games are never sent to the server. */
const storageKey = 'viewed';
const noGames: ViewedGame[] = [];
const listeners = new Set<() => void>();

/** Puts a game first in the list of viewed games. The list keeps the last 12. */
export function addViewedGame(game: ViewedGame): void {
  const { id, name, backgroundImage, released, rating } = game;
  const others = readGames().filter((other) => other.id !== id);
  const viewed = { id, name, backgroundImage, released, rating };
  writeText(JSON.stringify([viewed, ...others].slice(0, recentlyViewedConstants.max)));
}

/** Deletes the list of viewed games. */
export function clearViewedGames(): void {
  writeText(null);
}

/** The games that were viewed in this browser, newest first; null before hydration. */
export function useViewedGames(): ViewedGame[] | null {
  return useSyncExternalStore(subscribe, readGames, () => null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Other tabs change the list too.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

// `useSyncExternalStore` needs the same array while the stored text is the same.
let lastRead: { text: string | null; games: ViewedGame[] } = { text: null, games: noGames };

function readGames(): ViewedGame[] {
  const text = readText();
  if (text !== lastRead.text) lastRead = { text, games: parseViewedGames(text) };
  return lastRead.games;
}

function readText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function writeText(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  } catch {
    // A browser without storage shows no viewed games.
  }
  for (const listener of listeners) listener();
}

/** Parses the stored list and drops invalid entries: an older version or the user may have written it. */
export function parseViewedGames(text: string | null): ViewedGame[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return noGames;
  }
  if (!Array.isArray(stored)) return noGames;
  const games = new Map<number, ViewedGame>();
  for (const entry of stored as unknown[]) {
    const game = parseGame(entry);
    if (game && !games.has(game.id)) games.set(game.id, game);
  }
  return [...games.values()].slice(0, recentlyViewedConstants.max);
}

function parseGame(entry: unknown): ViewedGame | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { id, name, backgroundImage, released, rating } = entry as Record<string, unknown>;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return null;
  if (typeof name !== 'string' || name.trim() === '') return null;
  return {
    id,
    name: name.slice(0, 200),
    backgroundImage: parseImagePath(backgroundImage),
    released: isDate(released) || released === null ? released : undefined,
    rating: typeof rating === 'number' && rating >= 0 && rating <= 5 ? rating : undefined,
  };
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** The paths of game images on this site. The stored text is not trusted. */
const imagePath = /^\/(?:art|pictures)\/(?:[a-z0-9-]+\/)*[a-z0-9-]+\.[a-z]+$/;

function parseImagePath(value: unknown): string | null {
  return typeof value === 'string' && imagePath.test(value) ? value : null;
}
