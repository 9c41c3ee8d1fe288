import { useSyncExternalStore } from 'react';
import { recentlyViewedConstants } from '#shared/constants/catalog.ts';

export interface ViewedGame {
  id: number;
  name: string;
  /** A path on this site. */
  backgroundImage: string | null;
  /** YYYY-MM-DD; null while it was not known. Entries of earlier versions have none. */
  released?: string | null;
  /** 0 to 5. Entries of earlier versions have none. */
  rating?: number;
}

/** Where this browser keeps them; nothing of it is ever sent. */
const key = 'viewed';
const none: ViewedGame[] = [];
const listeners = new Set<() => void>();

/** Puts a game first among those that this browser has looked at, of which the last dozen are kept. */
export function rememberViewed(game: ViewedGame): void {
  const { id, name, backgroundImage, released, rating } = game;
  const others = current().filter((other) => other.id !== id);
  const known = { id, name, backgroundImage, released, rating };
  write(JSON.stringify([known, ...others].slice(0, recentlyViewedConstants.max)));
}

/** Forgets all of them. */
export function clearViewed(): void {
  write(null);
}

/** The games that this browser has looked at, newest first; null until the page is awake. */
export function useViewedGames(): ViewedGame[] | null {
  return useSyncExternalStore(subscribe, current, () => null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Other tabs look at games too.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

let last: { text: string | null; games: ViewedGame[] } = { text: null, games: none };

function current(): ViewedGame[] {
  const text = read();
  if (text !== last.text) last = { text, games: parseViewed(text) };
  return last.games;
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing has nothing to show.
  }
  for (const listener of listeners) listener();
}

/** Reads what was kept, by whatever version of this page or by somebody's hand: what fits, is taken. */
export function parseViewed(text: string | null): ViewedGame[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return none;
  }
  if (!Array.isArray(kept)) return none;
  const games = new Map<number, ViewedGame>();
  for (const entry of kept as unknown[]) {
    const game = readGame(entry);
    if (game && !games.has(game.id)) games.set(game.id, game);
  }
  return [...games.values()].slice(0, recentlyViewedConstants.max);
}

function readGame(entry: unknown): ViewedGame | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { id, name, backgroundImage, released, rating } = entry as Record<string, unknown>;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return null;
  if (typeof name !== 'string' || name.trim() === '') return null;
  return {
    id,
    name: name.slice(0, 200),
    backgroundImage: ownPath(backgroundImage),
    released: isDay(released) || released === null ? released : undefined,
    rating: typeof rating === 'number' && rating >= 0 && rating <= 5 ? rating : undefined,
  };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** Only where pictures of games lie on this site: the text may come from anywhere. */
const picturePath = /^\/(?:art|pictures)\/(?:[a-z0-9-]+\/)*[a-z0-9-]+\.[a-z]+$/;

function ownPath(value: unknown): string | null {
  return typeof value === 'string' && picturePath.test(value) ? value : null;
}
