import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { invitations, invitationUses } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '#domain/context.ts';
import { readSiteSetting } from '#domain/site/read-site-settings.ts';
import type { RegistrationMode } from '#shared/constants/accounts/registration-modes.ts';
import { AppError } from '#shared/errors/app-error.ts';
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
 * Returns a function that records which account used it. While registration is open, no invitation is used.
 * @throws AppError `registration-closed`, `invitation-needed`, `bad-invitation`.
 */
export async function consumeInvitation(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { invitation }: Registration,
): Promise<(userId: string) => Promise<void>> {
  const mode = await getRegistrationMode(tx);
  if (mode === 'open') return async () => {};
  if (mode === 'closed') throw new AppError('registration-closed');
  if (invitation === null) throw new AppError('invitation-needed');
  const usedAt = clock.now();
  // The row lock makes registrations at the same time count each other.
  const [used] = await tx
    .update(invitations)
    .set({ uses: typedSql(integer, sql`${invitations.uses} + 1`) })
    .where(isValid(invitation, usedAt))
    .returning({ id: invitations.id });
  if (!used) {
    const recordUse = await claimInvitationCode(tx, invitation, usedAt);
    if (!recordUse) throw createInvitationError();
    return recordUse;
  }
  return async (userId) => {
    await tx.insert(invitationUses).values({ userId, invitationId: used.id, usedAt });
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
