import { useSyncExternalStore } from 'react';
import { recentlyViewedConstants } from '#shared/constants/catalog/catalog.ts';
import { accountKeys } from '#web/lib/stored-values/account-keys.ts';

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

const noGames: ViewedGame[] = [];
const listeners = new Set<() => void>();

/**
 * Puts a game first in the viewed games of an account, or of visitors (`null`). The list keeps the last 12. It
 * is in `localStorage` and is never sent to the server.
 */
export function addViewedGame(game: ViewedGame, username: string | null): void {
  const { id, name, backgroundImage, released, rating } = game;
  const stored = parseViewedGames(readText(username));
  const others = stored.filter((other) => other.id !== id);
  const viewed = { id, name, backgroundImage, released, rating };
  writeText(username, JSON.stringify([viewed, ...others].slice(0, recentlyViewedConstants.max)));
}

/** Deletes the lists that an account sees: its own and that of visitors. */
export function clearViewedGames(username: string | null): void {
  writeText(null, null);
  if (username !== null) writeText(username, null);
}

/**
 * The games that an account viewed in this browser, newest first, and after them those that were viewed
 * before logging in; null before hydration.
 */
export function useViewedGames(username: string | null): ViewedGame[] | null {
  return useSyncExternalStore(
    subscribe,
    () => readGames(username),
    () => null,
  );
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

// `useSyncExternalStore` needs the same array while the stored texts are the same.
let lastRead: { texts: string; games: ViewedGame[] } = { texts: '', games: noGames };

function readGames(username: string | null): ViewedGame[] {
  const texts = (username === null ? [null] : [username, null]).map(readText);
  const key = JSON.stringify(texts);
  if (key !== lastRead.texts) lastRead = { texts: key, games: mergeGames(texts) };
  return lastRead.games;
}

function mergeGames(texts: readonly (string | null)[]): ViewedGame[] {
  const games = new Map<number, ViewedGame>();
  for (const game of texts.flatMap(parseViewedGames))
    if (!games.has(game.id)) games.set(game.id, game);
  return [...games.values()].slice(0, recentlyViewedConstants.max);
}

function readText(username: string | null): string | null {
  try {
    return localStorage.getItem(accountKeys.viewedGames(username));
  } catch {
    return null;
  }
}

function writeText(username: string | null, text: string | null): void {
  const key = accountKeys.viewedGames(username);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
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
