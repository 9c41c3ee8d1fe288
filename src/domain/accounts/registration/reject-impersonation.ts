import { and, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { looksOfficial, toAsciiSkeleton } from '#shared/format/texts/misleading-names.ts';
import { listReadings, mixesScripts, toNameSkeletons } from '../../lib/letters/name-skeleton.ts';
import { getSiteSettingsOrDefaults } from '../../site/read-site-settings.ts';
import { isFormerSkeleton } from './former-usernames.ts';
import { toUsernameSkeletonSql } from './username-skeleton-sql.ts';

/** Whether an account has a username that looks like `username`. */
export async function isSimilarUsernameTaken(db: Queryable, username: string): Promise<boolean> {
  return isSkeletonTaken(db, toAsciiSkeleton(username), null);
}

/** Whether a name looks like that of the site, by its letters and digits alone. */
export async function isNameOfSite(ctx: Ctx, name: string): Promise<boolean> {
  const site = await getSiteSettingsOrDefaults(ctx);
  const [wanted = [], own = []] = [name, site.name].map((text) =>
    toNameSkeletons(text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')),
  );
  return wanted.some((skeleton) => skeleton !== '' && own.includes(skeleton));
}

/**
 * Rejects a profile name that could be mistaken for another player's username, for an official name or for
 * the site.
 * Moderators and admins can have official names.
 * @throws AppError `bad-input` with the reason at the field `name`.
 */
export async function rejectImpersonation(
  ctx: Ctx,
  actor: Pick<Actor, 'id' | 'role' | 'username'>,
  name: string,
): Promise<void> {
  const { db } = ctx;
  // The player's own username is always allowed.
  if (name === '' || name.toLowerCase() === actor.username.toLowerCase()) return;
  if (mixesScripts(name)) throw createNameError('Use letters of one alphabet in a word.');
  const isTeam = isModeratorRole(actor.role);
  const isOfficial = [name, ...listReadings(name)].some(looksOfficial);
  if (!isTeam && (isOfficial || (await isNameOfSite(ctx, name))))
    throw createNameError('This name is reserved.');
  for (const skeleton of toNameSkeletons(name)) {
    if ((await isSkeletonTaken(db, skeleton, actor.id)) || (await isFormerSkeleton(db, skeleton)))
      throw createNameError('This name looks like another player’s username.');
  }
}

async function isSkeletonTaken(
  db: Queryable,
  skeleton: string,
  exceptId: string | null,
): Promise<boolean> {
  const isAlike = sql`${toUsernameSkeletonSql(users.displayUsername)} = ${skeleton}`;
  const condition = exceptId === null ? isAlike : and(isAlike, ne(users.id, exceptId));
  const [found] = await db.select({ id: users.id }).from(users).where(condition).limit(1);
  return found !== undefined;
}

function createNameError(text: string): AppError {
  return new AppError('bad-input', { fields: { name: text } });
}
