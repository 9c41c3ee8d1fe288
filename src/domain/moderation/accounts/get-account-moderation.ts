import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { boolean } from '#database/column-types.ts';
import { accountRoles, furtherRoles } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '../../context.ts';
import { countOpenListings } from '../../market/selling/sell-cards.ts';
import { listLowerRoles, requireModerator } from '../../permissions/require-moderator.ts';
import { listAccountNotes } from './account-notes.ts';
import { findModeratedAccount } from './find-moderated-account.ts';
import type { GrantableRole } from './give-role.ts';

/**
 * Returns an account's state for moderators and what the actor may do to it.
 * @throws AppError `login-required`, `moderators-only`, `user-not-found`.
 */
export async function getAccountModeration(ctx: Ctx, username: string) {
  const actor = requireModerator(ctx);
  const { id, ...account } = await findModeratedAccount(ctx.db, username, ctx.clock.now());
  const isAbove = id !== actor.id && listLowerRoles(actor.role).includes(account.role);
  const mayGiveRole = actor.role === 'admin' && isAbove && !account.suspended;
  const mayChangeRoles = actor.role === 'admin' && isAbove && account.role !== 'guest';
  const roles = await listFurtherRolesOf(ctx.db, id);
  const notes = await listAccountNotes(ctx, { id, role: account.role });
  return {
    ...account,
    /** The further roles that it has. */
    furtherRoles: roles.filter(({ had }) => had),
    /** The further roles that the actor may give. */
    mayGiveRoles: mayChangeRoles && !account.suspended ? roles.filter(({ had }) => !had) : [],
    mayTakeRoles: mayChangeRoles ? roles.filter(({ had }) => had) : [],
    self: id === actor.id,
    notes,
    mayNote: isAbove,
    listings: await countOpenListings(ctx.db, id),
    maySuspend: isAbove && !account.suspended,
    mayRestore: isAbove && account.suspended,
    /** The role that the actor may give; null if the actor may not give one. */
    mayGive: mayGiveRole ? findGrantableRole(account.role) : null,
  };
}

/** An account as its moderators see it. */
export type AccountModeration = Awaited<ReturnType<typeof getAccountModeration>>;

function findGrantableRole(role: string): GrantableRole | null {
  if (role === 'player') return 'moderator';
  return role === 'moderator' ? 'player' : null;
}

/** All further roles of the site, and whether the account has them. */
function listFurtherRolesOf(db: Queryable, userId: string) {
  const had = sql`exists (select from ${accountRoles}
    where ${eq(accountRoles.role, furtherRoles.slug)} and ${eq(accountRoles.userId, userId)})`;
  return db
    .select({
      slug: furtherRoles.slug,
      name: furtherRoles.name,
      rights: furtherRoles.rights,
      had: typedSql(boolean, had),
    })
    .from(furtherRoles)
    .orderBy(asc(furtherRoles.name));
}
