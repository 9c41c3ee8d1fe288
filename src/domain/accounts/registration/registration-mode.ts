import { and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { invitations, invitationUses } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '#domain/context.ts';
import { readSiteSetting } from '#domain/site/read-site-settings.ts';
import type { RegistrationMode } from '#shared/constants/accounts/registration-modes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { enterGroup } from '../enter-group.ts';
import { hashToken } from '../sessions/secret-token.ts';
import { claimInvitationCode, isInvitationCode } from './invitation-codes.ts';

/** Who can register on this site. */
export function getRegistrationMode(db: Queryable): Promise<RegistrationMode> {
  return readSiteSetting(db, 'registration');
}

interface Registration {
  /** The code of an invitation, or one of `domain/codes`; null without one. Guests have none. */
  invitation: string | null;
}

/**
 * Rejects a registration that the mode of the site does not allow, before work is done for it.
 * `consumeInvitation` decides later.
 * @throws AppError `registration-closed`, `invitation-needed`, `bad-invitation`.
 */
export async function requireRegistrationAllowed(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { invitation }: Registration,
): Promise<void> {
  const mode = await getRegistrationMode(db);
  if (mode === 'open') return;
  if (mode === 'closed') throw new AppError('registration-closed');
  if (invitation === null) throw new AppError('invitation-needed');
  const now = clock.now();
  const valid = await db.$count(invitations, isValid(invitation, now));
  if (valid === 0 && !(await isInvitationCode(db, invitation, now))) throw createInvitationError();
}

/**
 * Checks the mode of the site again in the transaction that creates the account, and uses the invitation.
 * Returns a function that records which account used it, and makes it a member of the group of the invitation. While
 * registration is open, only invitations to a group are used, and others are ignored.
 * @throws AppError `registration-closed`, `invitation-needed`, `bad-invitation`.
 */
export async function consumeInvitation(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { invitation }: Registration,
): Promise<(userId: string) => Promise<void>> {
  const mode = await getRegistrationMode(tx);
  const usedAt = clock.now();
  if (mode === 'open') {
    const recordUse = invitation && (await claimInvitation(tx, invitation, usedAt, inviting));
    return recordUse || (async () => {});
  }
  if (mode === 'closed') throw new AppError('registration-closed');
  if (invitation === null) throw new AppError('invitation-needed');
  const recordUse =
    (await claimInvitation(tx, invitation, usedAt)) ??
    (await claimInvitationCode(tx, invitation, usedAt));
  if (!recordUse) throw createInvitationError();
  return recordUse;
}

const inviting = isNotNull(invitations.groupId);

/** Uses an invitation. Null if it cannot be used, or does not fit the further condition. */
async function claimInvitation(tx: Queryable, code: string, usedAt: Date, condition?: SQL) {
  // The row lock makes registrations at the same time count each other.
  const [used] = await tx
    .update(invitations)
    .set({ uses: typedSql(integer, sql`${invitations.uses} + 1`) })
    .where(and(isValid(code, usedAt), condition))
    .returning({ id: invitations.id, groupId: invitations.groupId });
  if (!used) return null;
  const { id: invitationId, groupId } = used;
  return async (userId: string) => {
    await tx.insert(invitationUses).values({ userId, invitationId, usedAt });
    if (groupId === null) return;
    await enterGroup(tx, { groupId, userId, how: 'invitation', at: usedAt });
  };
}

function isValid(code: string, now: Date) {
  return and(
    eq(invitations.hash, hashToken(code)),
    isNull(invitations.withdrawnAt),
    gt(invitations.expiresAt, now),
    lt(invitations.uses, invitations.usesMax),
  );
}

function createInvitationError(): AppError {
  const { message } = new AppError('bad-invitation');
  return new AppError('bad-invitation', { fields: { invitation: message } });
}
