import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { groups, invitations, users } from '#database/schema.ts';
import { invitationConstants } from '#shared/constants/site/site-settings.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { InvitationInput } from '#shared/schemas/accounts/registration.ts';
import { lockOwnAccount } from '../accounts/sessions/fresh-proof.ts';
import { createToken, hashToken } from '../accounts/sessions/secret-token.ts';
import type { Ctx } from '../context.ts';
import { lockGroup } from '../groups/lock-group.ts';
import { requireAdminForCarrying } from '../groups/require-group-permissions.ts';
import { requireRight } from '../permissions/require-right.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';

type Invitation = Omit<InvitationInput, 'group'> & Partial<Pick<InvitationInput, 'group'>>;

/**
 * Creates an invitation to register as a player, and to become a member of a group. Returns its code, which is stored
 * as a hash and cannot be shown again. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`; `invitation-limit` when too many can still be
 * used; `group-gone`.
 */
export async function createInvitation(
  ctx: Ctx,
  { note, days, uses, group: groupId = null }: Invitation,
): Promise<{ code: string }> {
  const { id: createdBy } = requireRight(ctx, 'invite');
  const code = createToken();
  const createdAt = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    const group = groupId === null ? null : await lockGroup(tx, groupId, 'share');
    if (group) requireAdminForCarrying(ctx, group);
    // Invitations that are created at the same time count each other.
    await tx.execute(sql`lock table ${invitations} in share row exclusive mode`);
    const open = await tx.$count(invitations, isOpen(createdAt));
    if (open >= invitationConstants.openMax) throw new AppError('invitation-limit');
    await tx.insert(invitations).values({
      hash: hashToken(code),
      note,
      createdBy,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + days * invitationConstants.dayMs),
      usesMax: uses,
      groupId,
    });
    await appendToAdminLog(tx, {
      accountId: createdBy,
      act: 'create-invitation',
      subject: 'invitation',
      details: { note, ...(group && { group: group.name }) },
      at: createdAt,
    });
  });
  return { code };
}

/** An invitation as admins see it. */
export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>['invitations'][number];

/** A page of the invitations, newest first. @throws AppError `login-required`, `admins-only`. */
export async function listInvitations(ctx: Ctx, { page }: { page: number }) {
  requireRight(ctx, 'invite');
  const { pageSize, pageMax } = invitationConstants;
  const now = ctx.clock.now();
  const [total, rows] = await Promise.all([
    ctx.db.$count(invitations),
    ctx.db
      .select({
        id: invitations.id,
        note: invitations.note,
        createdBy: users.displayUsername,
        createdAt: invitations.createdAt,
        expiresAt: invitations.expiresAt,
        uses: invitations.uses,
        usesMax: invitations.usesMax,
        withdrawnAt: invitations.withdrawnAt,
        group: groups.name,
      })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.createdBy))
      .leftJoin(groups, eq(groups.id, invitations.groupId))
      .orderBy(desc(invitations.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  const pages = Math.min(Math.max(1, Math.ceil(total / pageSize)), pageMax);
  return { invitations: rows.map((row) => ({ ...row, state: getState(row, now) })), page, pages };
}

interface StateFacts {
  withdrawnAt: Date | null;
  expiresAt: Date;
  uses: number;
  usesMax: number;
}

function getState({ withdrawnAt, expiresAt, uses, usesMax }: StateFacts, now: Date) {
  if (withdrawnAt) return 'withdrawn';
  if (uses >= usesMax) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}

/**
 * Withdraws an invitation: nobody can register with it any more. Accounts that did stay.
 * @throws AppError `login-required`, `admins-only`; `invitation-gone` when it cannot be used any more.
 */
export async function withdrawInvitation(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { id: accountId } = requireRight(ctx, 'invite');
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [withdrawn] = await tx
      .update(invitations)
      .set({ withdrawnAt: now })
      .where(and(eq(invitations.id, id), isOpen(now)))
      .returning({ note: invitations.note });
    if (!withdrawn) throw new AppError('invitation-gone');
    await appendToAdminLog(tx, {
      accountId,
      act: 'withdraw-invitation',
      subject: 'invitation',
      details: { note: withdrawn.note },
      at: now,
    });
  });
}

function isOpen(now: Date) {
  return and(
    isNull(invitations.withdrawnAt),
    gt(invitations.expiresAt, now),
    lt(invitations.uses, invitations.usesMax),
  );
}
