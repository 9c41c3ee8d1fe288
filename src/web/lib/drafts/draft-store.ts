import { accountKeys } from '../stored-values/account-keys.ts';

/** The values of a form by the names of its inputs. A checkbox that is not ticked has no value. */
export type DraftValues = Record<string, string[]>;

/** A saved draft. */
export interface Draft {
  values: DraftValues;
  /** The version of the text that the draft changes; empty for a new text. */
  of: string;
}

/** Older drafts are deleted. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
const prefix = accountKeys.draftPrefix('');
const listeners = new Map<string, Set<(sent: FormData) => void>>();

/** Reads the stored draft of the form `name`; null when it is not there or cannot be read. */
export function readDraft(name: string, now = Date.now()): Draft | null {
  return parseDraft(readItem(prefix + name), now);
}

/** Stores the draft of the form `name` in this browser only; drafts are never sent to the server. */
export function saveDraft(name: string, draft: Draft): void {
  writeItem(prefix + name, JSON.stringify({ at: Date.now(), ...draft }));
}

/** Deletes the draft of the form `name`. */
export function deleteDraft(name: string): void {
  writeItem(prefix + name, null);
}

/** Deletes the draft of a form that was sent and calls the `onSent` handlers with the sent values. */
export function deleteSentDraft(name: string, sent: FormData): void {
  deleteDraft(name);
  for (const handler of listeners.get(name) ?? []) handler(sent);
}

/** Calls `handler` when the form `name` was sent. Returns a function that unsubscribes. */
export function onSent(name: string, handler: (sent: FormData) => void): () => void {
  const handlers = listeners.get(name) ?? new Set<(sent: FormData) => void>();
  listeners.set(name, handlers.add(handler));
  return () => handlers.delete(handler);
}

/** Deletes drafts that are more than 30 days old or cannot be read. */
export function deleteOldDrafts(now = Date.now()): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !parseDraft(readItem(key), now)) localStorage.removeItem(key);
    }
  } catch {
    // The browser does not allow storage: there are no drafts.
  }
}

/** Parses a stored draft. Another version of this page, or the user, may have written anything there. */
export function parseDraft(text: string | null, now: number): Draft | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (typeof stored !== 'object' || stored === null) return null;
  const { at, values, of } = stored as Record<string, unknown>;
  if (typeof at !== 'number' || !(now - at < maxAgeMs)) return null;
  if (typeof values !== 'object' || values === null) return null;
  const parsed: DraftValues = Object.create(null);
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value) && value.every((text) => typeof text === 'string'))
      parsed[name] = value;
  }
  return { values: parsed, of: typeof of === 'string' ? of : '' };
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeItem(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The storage is full or not allowed: the form works without drafts.
  }
}
