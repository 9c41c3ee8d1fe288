import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { accountRoles, furtherRoles, games } from '#database/schema.ts';
import { roleConstants } from '#shared/constants/accounts/further-roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { RoleInput } from '#shared/schemas/administration/roles.ts';
import { lockOwnAccount } from '../../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

/**
 * Makes a further role. It needs a fresh proof of identity. Returns its slug.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `role-name-taken`, `role-limit`.
 */
export async function createRole(ctx: Ctx, { name, rights }: RoleInput): Promise<{ slug: string }> {
  const { id: accountId } = requireAdmin(ctx);
  const at = ctx.clock.now();
  return withFreeName(() =>
    ctx.db.transaction(async (tx) => {
      await lockOwnAccount(ctx, tx, { isProven: true });
      // Roles that are made at the same time count each other.
      await tx.execute(sql`lock table ${furtherRoles} in share row exclusive mode`);
      if ((await tx.$count(furtherRoles)) >= roleConstants.rolesMax) {
        throw new AppError('role-limit');
      }
      const slug = await findFreeSlug(tx, name);
      await tx.insert(furtherRoles).values({ slug, name, rights });
      const details = { name, rights };
      await appendToAdminLog(tx, { accountId, act: 'create-role', subject: slug, details, at });
      return { slug };
    }),
  );
}

/**
 * Changes a further role of the site, for all who have it, from their next request. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `role-not-found`, also for a built-in one,
 * `role-name-taken`.
 */
export async function editRole(
  ctx: Ctx,
  { slug, name, rights }: RoleInput & { slug: string },
): Promise<void> {
  const { id: accountId } = requireAdmin(ctx);
  const at = ctx.clock.now();
  await withFreeName(() =>
    ctx.db.transaction(async (tx) => {
      await lockOwnAccount(ctx, tx, { isProven: true });
      const before = await lockRole(tx, slug);
      await tx.update(furtherRoles).set({ name, rights }).where(eq(furtherRoles.slug, slug));
      const details = {
        name,
        ...(name !== before.name && { formerName: before.name }),
        rights,
        formerRights: before.rights,
      };
      await appendToAdminLog(tx, { accountId, act: 'edit-role', subject: slug, details, at });
    }),
  );
}

/**
 * Deletes a further role of the site: accounts and groups no longer have it. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `role-not-found`; `role-used` while games are
 * limited to it.
 */
export async function deleteRole(ctx: Ctx, { slug }: { slug: string }): Promise<void> {
  const { id: accountId } = requireAdmin(ctx);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    const { name, rights } = await lockRole(tx, slug);
    if ((await tx.$count(games, eq(games.roleNeeded, slug))) > 0) throw new AppError('role-used');
    const taken = await tx
      .delete(accountRoles)
      .where(eq(accountRoles.role, slug))
      .returning({ userId: accountRoles.userId });
    await tx.delete(furtherRoles).where(eq(furtherRoles.slug, slug));
    const details = { name, rights, accounts: taken.length };
    await appendToAdminLog(tx, { accountId, act: 'delete-role', subject: slug, details, at });
  });
}

/** Locks a role that the site made. Who gives it to an account or a group at the same time waits. */
async function lockRole(tx: Queryable, slug: string) {
  const [role] = await tx
    .select()
    .from(furtherRoles)
    .where(and(eq(furtherRoles.slug, slug), eq(furtherRoles.isBuiltIn, false)))
    .for('update');
  if (!role) throw new AppError('role-not-found');
  return role;
}

/** The name as files with games write it, such as `newspaper-editors`; with a random end if it is taken. */
async function findFreeSlug(tx: Queryable, name: string): Promise<string> {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, roleConstants.slugMax - 9);
  const taken = await tx
    .select({ slug: furtherRoles.slug })
    .from(furtherRoles)
    .where(eq(furtherRoles.slug, words));
  if (words !== '' && taken.length === 0) return words;
  return `${words || 'role'}-${randomBytes(4).toString('hex')}`;
}

async function withFreeName<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (getViolatedConstraint(error) !== 'roles_name_unique') throw error;
    const { message } = new AppError('role-name-taken');
    throw new AppError('role-name-taken', { fields: { name: message } });
  }
}
