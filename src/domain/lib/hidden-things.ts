import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { moderationLog } from '#database/schema.ts';
import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import type { HiddenCause } from '#shared/constants/moderation/hidden-causes.ts';
import type { Actor } from '../actor.ts';

/** What the author and moderators read about a hidden thing. */
export interface HiddenState {
  cause: HiddenCause;
  at: Date;
  /** The reason of the moderator; null while it waits for approval. */
  reason: string | null;
}

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

/** Whether the actor sees the hidden things of others: moderators do. */
export function seesAllHidden(actor: Pick<Actor, 'role'> | null): boolean {
  return isModeratorRole(actor?.role);
}

/** Whether the actor sees a thing of `authorId` although it is hidden. */
export function mayReadHidden(actor: Actor | null, authorId: string | null): boolean {
  return seesAllHidden(actor) || (actor !== null && actor.id === authorId);
}

/** What an actor sees of hidden things, as values of a statement. */
export interface HiddenReader extends Record<string, unknown> {
  readerId: string | null;
  seesAllHidden: boolean;
}

export function toHiddenReader(actor: Actor | null): HiddenReader {
  return { readerId: actor?.id ?? null, seesAllHidden: seesAllHidden(actor) };
}

/** The condition of a statement with the values of `HiddenReader`: the reader sees hidden things of `authorId`. */
export function isReadableThoughHidden(authorId: SQLWrapper): SQL {
  return sql`(${sql.placeholder('seesAllHidden')}::boolean
    or coalesce(${authorId} = ${sql.placeholder('readerId')}::uuid, false))`;
}

interface HiddenColumns {
  hiddenCause: HiddenCause | null;
  hiddenAt: Date | null;
  hiddenLogId: string | null;
}

/** The states of rows, null for those that are not hidden. Without hidden rows it reads nothing. */
export async function readHiddenStates(
  db: Queryable,
  rows: readonly HiddenColumns[],
): Promise<(HiddenState | null)[]> {
  const logIds = rows.flatMap(({ hiddenLogId }) => hiddenLogId ?? []);
  const entries =
    logIds.length === 0
      ? []
      : await db
          .select({ id: moderationLog.id, reason: moderationLog.reason })
          .from(moderationLog)
          .where(inArray(moderationLog.id, logIds));
  const reasons = new Map(entries.map(({ id, reason }) => [id, reason]));
  return rows.map(({ hiddenCause: cause, hiddenAt: at, hiddenLogId }) => {
    if (!cause || !at) return null;
    return { cause, at, reason: hiddenLogId === null ? null : (reasons.get(hiddenLogId) ?? null) };
  });
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
