import { useSyncExternalStore } from 'react';
import { accountKeys } from '#web/lib/stored-values/account-keys.ts';

const storageKey = accountKeys.playing;
const listeners = new Set<() => void>();
/** The value of this tab, for browsers without storage. */
let isPlayingHere = false;

/** Remembers in all tabs of this browser whether a session runs, so that only then the play bar is loaded. */
export function setPlaying(playing: boolean): void {
  isPlayingHere = playing;
  try {
    if (playing) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the bar is shown in this tab only.
  }
  for (const listener of listeners) listener();
}

function isPlaying(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return isPlayingHere;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether a play session was started in this browser and not stopped. */
export function usePlayingFlag(): boolean {
  return useSyncExternalStore(subscribe, isPlaying, () => false);
}
