import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { groupRoles } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireFreshProof } from '../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { isAdmin } from '../permissions/require-moderator.ts';

/**
 * Checks that the actor may make somebody a member of a group that he has locked: membership gives its roles, so he
 * needs them himself, and a fresh proof of identity.
 * @throws AppError `login-required`, `right-lacking`, `proof-required`.
 */
export async function requireMayGiveGroup(ctx: Ctx, tx: Queryable, groupId: string): Promise<void> {
  const actor = requireActor(ctx);
  const given = await tx
    .select({ role: groupRoles.role })
    .from(groupRoles)
    .where(eq(groupRoles.groupId, groupId));
  if (given.length === 0) return;
  const hasAll = given.every(({ role }) => actor.furtherRoles.includes(role));
  if (!isAdmin(actor) && !hasAll) throw new AppError('right-lacking');
  await requireFreshProof(ctx, tx);
}

/**
 * Checks that an admin acts, if something hangs on the group: others let people in only by accepting their requests.
 * @throws AppError `right-lacking`.
 */
export function requireAdminForCarrying(
  { actor }: Pick<Ctx, 'actor'>,
  { carries }: { carries: boolean },
): void {
  if (carries && !isAdmin(actor)) throw new AppError('right-lacking');
}

/**
 * Checks that an admin acts, if the group limits its members: who manages groups may be one of them.
 * @throws AppError `right-lacking`.
 */
export function requireAdminForLimiting(
  { actor }: Pick<Ctx, 'actor'>,
  { limits }: { limits: boolean },
): void {
  if (limits && !isAdmin(actor))
    throw new AppError('right-lacking', { text: 'Only an admin can end a limit.' });
}
