import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import { furtherRoles, groupRoles } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockOwnAccount } from '../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { lockGroup } from './lock-group.ts';

/** The further roles of the site, and which of them a group gives. @throws AppError `login-required`, `admins-only`. */
export async function listRolesOfGroup(ctx: Ctx, { id }: { id: string }) {
  requireAdmin(ctx);
  const [roles, carried] = await Promise.all([
    ctx.db
      .select({
        slug: furtherRoles.slug,
        name: furtherRoles.name,
        rights: furtherRoles.rights,
      })
      .from(furtherRoles)
      .orderBy(asc(furtherRoles.name)),
    ctx.db.select({ role: groupRoles.role }).from(groupRoles).where(eq(groupRoles.groupId, id)),
  ]);
  const slugs = new Set(carried.map(({ role }) => role));
  return roles.map((role) => ({ ...role, isCarried: slugs.has(role.slug) }));
}

/**
 * Sets which further roles the members of a group have, now and later. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `group-gone`, `role-not-found`.
 */
export async function setGroupRoles(
  ctx: Ctx,
  { id, roles }: { id: string; roles: readonly string[] },
): Promise<void> {
  const { id: accountId } = requireAdmin(ctx);
  const slugs = [...new Set(roles)];
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    const { name } = await lockGroup(tx, id, 'update');
    const found = await tx
      .select({ name: furtherRoles.name })
      .from(furtherRoles)
      .where(inArray(furtherRoles.slug, slugs))
      .orderBy(asc(furtherRoles.name))
      // Their deletion at the same time waits, or is seen here.
      .for('key share');
    if (found.length < slugs.length) throw new AppError('role-not-found');
    const isOfGroup = eq(groupRoles.groupId, id);
    await tx.delete(groupRoles).where(and(isOfGroup, notInArray(groupRoles.role, slugs)));
    if (slugs.length > 0) {
      await tx
        .insert(groupRoles)
        .values(slugs.map((role) => ({ groupId: id, role })))
        .onConflictDoNothing();
    }
    await appendToAdminLog(tx, {
      accountId,
      act: 'set-group-roles',
      subject: id,
      details: { name, roles: found.map((role) => role.name) },
      at,
    });
  });
}
