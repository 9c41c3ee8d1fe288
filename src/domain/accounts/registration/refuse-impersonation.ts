import { and, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { asciiSkeleton, speaksForCommunity } from '#shared/format/names.ts';
import { foldedName, mixesScripts, nameSkeleton } from './name-skeleton.ts';
import { usernameSkeleton } from './username-skeleton.ts';

/** Whether somebody has a username that `username` could be taken for. Accounts of before stay. */
export async function isLikeUsername(db: Queryable, username: string): Promise<boolean> {
  return isSkeletonTaken(db, asciiSkeleton(username), null);
}

/**
 * Refuses a name of a profile that could be taken for another player's username or for one of the
 * community's own. Moderators and admins may show what they are.
 * @throws Refusal `bad-input` with what is wrong with the name.
 */
export async function refuseImpersonation(
  db: Queryable,
  actor: Pick<Actor, 'id' | 'role' | 'username'>,
  name: string,
): Promise<void> {
  // The own username, as it was given with the account.
  if (name === '' || name.toLowerCase() === actor.username.toLowerCase()) return;
  if (mixesScripts(name)) refuse('Use letters of one alphabet in a word.');
  const isTeam = actor.role === 'moderator' || actor.role === 'admin';
  if (!isTeam && [name, foldedName(name)].some(speaksForCommunity))
    refuse('This name is reserved.');
  if (await isSkeletonTaken(db, nameSkeleton(name), actor.id)) {
    refuse('This name looks like another player’s username.');
  }
}

async function isSkeletonTaken(
  db: Queryable,
  skeleton: string,
  exceptId: string | null,
): Promise<boolean> {
  const alike = sql`${usernameSkeleton(users.displayUsername)} = ${skeleton}`;
  const others = exceptId === null ? alike : and(alike, ne(users.id, exceptId));
  const [found] = await db.select({ id: users.id }).from(users).where(others).limit(1);
  return found !== undefined;
}

function refuse(text: string): never {
  throw new AppError('bad-input', { fields: { name: text } });
}
