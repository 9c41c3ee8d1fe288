import { chatConstants } from '#shared/constants/chat.ts';
import type { UnsentMessage } from './timeline.ts';

/**
 * Own messages that the server has not confirmed, in this tab alone: a reload sends them again under
 * the same ids, so that each is said once. By the two names, as several accounts may use one browser.
 */
const keyOf = (me: string, friend: string) => `unsent:${me}:${friend}`;

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
    if (messages.length === 0) sessionStorage.removeItem(key);
    else
      sessionStorage.setItem(key, JSON.stringify(messages.map(({ id, text }) => ({ id, text }))));
  } catch {
    // Full, or forbidden: the messages are sent all the same.
  }
}

function isUnsent(value: unknown): value is UnsentMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof text === 'string' && text.length <= chatConstants.textMax;
}
