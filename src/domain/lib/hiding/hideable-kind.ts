import type { Queryable } from '#database/client.ts';
import type { HiddenCause } from '#shared/constants/moderation/hidden-causes.ts';

/** Why, when and by which act of a moderator a thing is hidden. */
export interface Hiding {
  cause: HiddenCause;
  at: Date;
  /** Null while it waits for approval. */
  logId: string | null;
}

/** A thing that can be hidden, as its row is while the caller's transaction has locked it. */
export interface LockedThing {
  id: string;
  authorId: string;
  /** Null if everybody may see it. */
  hiddenCause: HiddenCause | null;
  hiddenLogId: string | null;
  /** A copy for the log of moderators. */
  details: Record<string, string | number | null>;
}

/** How the things of one kind are hidden and shown again, in the caller's transaction. */
export interface HideableKind {
  /** Locks a thing; null if it does not exist. */
  lock: (tx: Queryable, id: string) => Promise<LockedThing | null>;
  /** Hides a locked thing, or gives a hidden one another cause. Lists, counts and searches leave it out. */
  hide: (tx: Queryable, thing: LockedThing, hiding: Hiding) => Promise<void>;
  /** Shows a locked hidden thing to everybody again, in its place. `details` are those of the act that hid it. */
  show: (tx: Queryable, thing: LockedThing, details: LockedThing['details']) => Promise<void>;
}

/** The values that hide a row. */
export function toHiddenColumns({ cause, at, logId }: Hiding) {
  return { hiddenCause: cause, hiddenAt: at, hiddenLogId: logId };
}

/** The values that show a hidden row again. */
export const shownColumns = { hiddenCause: null, hiddenAt: null, hiddenLogId: null };

/**
 * Lets a new or changed thing wait for approval, in the transaction that wrote it. Lists, counts and searches then
 * leave it out.
 */
export async function letWait(
  tx: Queryable,
  kind: HideableKind,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  const thing = await kind.lock(tx, id);
  if (thing?.hiddenCause === null) {
    await kind.hide(tx, thing, { cause: 'approval', at, logId: null });
  }
}
