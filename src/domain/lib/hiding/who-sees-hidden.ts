import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import type { Actor } from '../../actor.ts';

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
