import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { groupMembers, groups, invitations } from '#database/schema.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { GroupInput } from '#shared/schemas/groups.ts';
import { publishPriceChange } from '../catalog/prices/read-prices.ts';
import { endPricesOfGroup } from '../catalog/prices/set-group-price.ts';
import type { Ctx } from '../context.ts';
import { requireRight } from '../permissions/require-right.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { savePictureUses } from '../site/pictures/save-picture-uses.ts';
import { lockGroup } from './lock-group.ts';
import { requireAdminForLimiting } from './require-group-permissions.ts';

/**
 * Makes a group, without members. Returns its id.
 * @throws AppError `login-required`, `admins-only`, `group-name-taken`, `group-limit`.
 */
export async function createGroup(ctx: Ctx, input: GroupInput): Promise<{ id: string }> {
  const { id: accountId } = requireRight(ctx, 'manage-groups');
  const at = ctx.clock.now();
  return withFreeName(() =>
    ctx.db.transaction(async (tx) => {
      // Groups that are made at the same time count each other.
      await tx.execute(sql`lock table ${groups} in share row exclusive mode`);
      if ((await tx.$count(groups)) >= groupConstants.groupsMax) throw new AppError('group-limit');
      const [created] = await tx
        .insert(groups)
        .values({ ...input, createdAt: at })
        .returning({ id: groups.id });
      if (!created) throw new Error('The insert of a group returned no row.');
      const details = { name: input.name };
      await appendToAdminLog(tx, {
        ...{ accountId, act: 'create-group', subject: created.id, details, at },
      });
      return created;
    }),
  );
}

/**
 * Changes the facts of a group. Who is a member stays.
 * @throws AppError `login-required`, `admins-only`, `group-gone`, `group-name-taken`.
 */
export async function editGroup(
  ctx: Ctx,
  { id, ...input }: GroupInput & { id: string },
): Promise<void> {
  const { id: accountId } = requireRight(ctx, 'manage-groups');
  const at = ctx.clock.now();
  await withFreeName(() =>
    ctx.db.transaction(async (tx) => {
      const before = await lockGroup(tx, id, 'update');
      await tx.update(groups).set(input).where(eq(groups.id, id));
      const { name, joining, membersShownTo } = input;
      const details = {
        name,
        ...(name !== before.name && { formerName: before.name }),
        ...(joining !== before.joining && { joining }),
        ...(membersShownTo !== before.membersShownTo && { membersShownTo }),
      };
      await appendToAdminLog(tx, { accountId, act: 'edit-group', subject: id, details, at });
    }),
  );
}

/**
 * Deletes a group with its memberships and requests; what hung on it holds for nobody any more. Only admins delete one
 * that limits its members. Invitations to it stay and lead to no group.
 * @throws AppError `login-required`, `admins-only`, `group-gone`, `right-lacking`.
 */
export async function deleteGroup(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { id: accountId } = requireRight(ctx, 'manage-groups');
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockInvitationsToGroup(tx, id);
    const group = await lockGroup(tx, id, 'update');
    requireAdminForLimiting(ctx, group);
    const { name } = group;
    const members = await tx.$count(groupMembers, eq(groupMembers.groupId, id));
    await savePictureUses(tx, { usedBy: `group:${id}`, pictureIds: [] });
    await endPricesOfGroup(tx, ctx, id);
    await tx.delete(groups).where(eq(groups.id, id));
    const details = { name, members };
    await appendToAdminLog(tx, { accountId, act: 'delete-group', subject: id, details, at });
  });
  publishPriceChange(ctx);
}

/** A registration with an invitation locks the invitation before the group. */
async function lockInvitationsToGroup(tx: Queryable, groupId: string): Promise<void> {
  await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.groupId, groupId))
    .orderBy(asc(invitations.id))
    .for('update');
}

async function withFreeName<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (getViolatedConstraint(error) !== 'groups_name') throw error;
    const { message } = new AppError('group-name-taken');
    throw new AppError('group-name-taken', { fields: { name: message } });
  }
}
