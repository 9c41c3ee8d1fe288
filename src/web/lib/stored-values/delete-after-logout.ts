import { useEffect } from 'react';
import { useViewer } from '../root-data.ts';
import { isKeyOfAccount, isUnsentText } from './account-keys.ts';
import { deletedLogoutCookie, readLogoutCookie } from './logout-cookie.ts';

/** The key that tells other tabs which account has logged out. Each tab has a `sessionStorage` of its own. */
const signalKey = 'account-logged-out';
const loggedOut = new Set<string>();

/**
 * Deletes what an account stored in this browser after it has logged out. The theme and push notifications
 * belong to the browser and stay, like the values of visitors and other accounts.
 */
export function useDeletionAfterLogout(): void {
  const username = useViewer()?.username ?? null;
  useEffect(() => {
    if (username !== null) loggedOut.delete(username);
    const left = readLogoutCookie(document.cookie);
    if (left === null) return;
    deleteStoredValues(left);
    signalOtherTabs(left);
    // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API only since 18.4.
    document.cookie = deletedLogoutCookie;
    // Components that read the storage render again. Browsers send this event to other tabs only.
    window.dispatchEvent(new StorageEvent('storage'));
  }, [username]);
  useEffect(() => {
    function onStorage({ key, newValue }: StorageEvent) {
      if (key !== signalKey || !newValue) return;
      loggedOut.add(newValue);
      deleteStoredValues(newValue);
    }
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
}

/** Whether the account has logged out in another tab and this tab does not show it yet. */
export function isLoggedOut(username: string): boolean {
  return loggedOut.has(username);
}

/** Whether this tab or this browser has texts that the account wrote and did not send. */
export function hasUnsentTexts(username: string): boolean {
  return keysOf('localStorage')
    .concat(keysOf('sessionStorage'))
    .some((key) => isUnsentText(key, username));
}

function deleteStoredValues(username: string): void {
  for (const area of ['localStorage', 'sessionStorage'] as const)
    for (const key of keysOf(area)) if (isKeyOfAccount(key, username)) window[area].removeItem(key);
}

function keysOf(area: 'localStorage' | 'sessionStorage'): string[] {
  try {
    return Object.keys(window[area]);
  } catch {
    // A browser that does not allow storage stores nothing.
    return [];
  }
}

function signalOtherTabs(username: string): void {
  try {
    localStorage.setItem(signalKey, username);
    localStorage.removeItem(signalKey);
  } catch {
    // Without storage the other tabs have stored nothing either.
  }
}
