import { chatConstants } from '#shared/constants/chat.ts';
import { accountKeys } from '#web/lib/stored-values/account-keys.ts';
import { isLoggedOut } from '#web/lib/stored-values/delete-after-logout.ts';
import type { UnsentMessage } from './message-timeline.ts';

/**
 * The storage key of unconfirmed messages in this tab. A reload sends them again with the same ids, so that the
 * server stores each once. Several accounts may use one browser, so the key has both usernames.
 */
const keyOf = (me: string, friend: string) => accountKeys.unsentPrefix(me) + friend;

export function readUnsent(me: string, friend: string): UnsentMessage[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(me, friend)) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter(isUnsent).map(({ id, text }) => ({ id, text }))
      : [];
  } catch {
    return [];
  }
}

export function storeUnsent(me: string, friend: string, messages: readonly UnsentMessage[]): void {
  try {
    const key = keyOf(me, friend);
    // A page that is still open after the logout must not store them again.
    if (messages.length === 0 || isLoggedOut(me)) sessionStorage.removeItem(key);
    else
      sessionStorage.setItem(key, JSON.stringify(messages.map(({ id, text }) => ({ id, text }))));
  } catch {
    // The storage is full or not allowed: the messages are sent anyway.
  }
}

function isUnsent(value: unknown): value is UnsentMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof text === 'string' && text.length <= chatConstants.textMax;
}

/** Creates a message to send. */
export function createUnsent(text: string): UnsentMessage {
  return { id: generateUuid(), text };
}

/** Generates a UUID. `crypto.randomUUID` exists only over https, which an instance in a home network may lack. */
function generateUuid(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes: Uint8Array = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
