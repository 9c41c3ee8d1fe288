import { asc, eq, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { accountRoles, furtherRoles, groupRoles } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';

/** A further role as admins see it. */
export type ListedRole = Awaited<ReturnType<typeof listRoles>>[number];

const columns = {
  slug: furtherRoles.slug,
  name: furtherRoles.name,
  isBuiltIn: furtherRoles.isBuiltIn,
  rights: furtherRoles.rights,
  /** Accounts that were given it. */
  accounts: typedSql(
    integer,
    sql`(select count(*) from ${accountRoles} as had where had.role = roles.slug)::integer`,
  ),
  groups: typedSql(
    integer,
    sql`(select count(*) from ${groupRoles} as had where had.role = roles.slug)::integer`,
  ),
};

/** All further roles of the site, by name. @throws AppError `login-required`, `admins-only`. */
export async function listRoles(ctx: Ctx) {
  requireAdmin(ctx);
  return ctx.db.select(columns).from(furtherRoles).orderBy(asc(furtherRoles.name));
}

/** One of them. @throws AppError `login-required`, `admins-only`, `role-not-found`. */
export async function getRole(ctx: Ctx, slug: string) {
  requireAdmin(ctx);
  const [role] = await ctx.db.select(columns).from(furtherRoles).where(eq(furtherRoles.slug, slug));
  if (!role) throw new AppError('role-not-found');
  return role;
}
