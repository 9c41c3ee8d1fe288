/** What was typed into a form, by the names of its inputs: a box that is not ticked has no value. */
export type DraftValues = Record<string, string[]>;

/** What was typed, and of what: a draft that changes something names what that was then. */
export interface Draft {
  values: DraftValues;
  /** Empty for something new. */
  of: string;
}

/** What nobody came back to is forgotten. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
const prefix = 'draft:';
const listeners = new Map<string, Set<(sent: FormData) => void>>();

/** What this browser keeps of the form `name`; null for nothing, or nothing that can be read. */
export function readDraft(name: string, now = Date.now()): Draft | null {
  return parseDraft(item(prefix + name), now);
}

/** Keeps what was typed into the form `name`, in this browser alone; nothing of it is ever sent. */
export function saveDraft(name: string, draft: Draft): void {
  set(prefix + name, JSON.stringify({ at: Date.now(), ...draft }));
}

/** Forgets it. */
export function deleteDraft(name: string): void {
  set(prefix + name, null);
}

/** Forgets it once the form was sent; the form is told what of it, if it is still there. */
export function deleteSentDraft(name: string, sent: FormData): void {
  deleteDraft(name);
  for (const heard of listeners.get(name) ?? []) heard(sent);
}

/** Calls `heard` when the form `name` was sent, until the answer is called. */
export function onSent(name: string, heard: (sent: FormData) => void): () => void {
  const ofName = listeners.get(name) ?? new Set<(sent: FormData) => void>();
  listeners.set(name, ofName.add(heard));
  return () => ofName.delete(heard);
}

/** Forgets the drafts that are too old to be shown. */
export function deleteOldDrafts(now = Date.now()): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !parseDraft(item(key), now)) localStorage.removeItem(key);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Reads what was kept, by whatever version of this page or by somebody's hand. */
export function parseDraft(text: string | null, now: number): Draft | null {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null) return null;
  const { at, values, of } = kept as Record<string, unknown>;
  if (typeof at !== 'number' || !(now - at < keptMs)) return null;
  if (typeof values !== 'object' || values === null) return null;
  const read: DraftValues = Object.create(null);
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) read[name] = value;
  }
  return { values: read, of: typeof of === 'string' ? of : '' };
}

function item(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function set(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Full, or forbidden: the form works without.
  }
}
