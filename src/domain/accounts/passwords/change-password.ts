import { and, eq, like } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { accounts, emailChanges, sessions, verifications } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import type { ChangePasswordInput } from '#shared/schemas/accounts/accounts.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { endAccountApiSessions } from '../api-clients/sessions/end-account-api-sessions.ts';
import { deleteWaitingTotp } from '../factors/remove-factors.ts';
import { hasSecondFactor, readFactors } from '../factors/second-factor.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { createCredentialRow } from '../registration/create-account.ts';
import { requireConfirmedEmail } from '../registration/require-confirmed-email.ts';
import { recordProof, requireFreshProof } from '../sessions/fresh-proof.ts';
import { requireSamePassword, startSession } from '../sessions/start-session.ts';
import { hashNewPassword, readPasswordOwner } from './hash-password.ts';
import { hasPassword, verifyOwnPassword } from './verify-own-password.ts';

/**
 * Changes the actor's password, or sets the first one. It needs the present password or a fresh proof; an
 * account with a second factor needs the proof. All
 * sessions, loginIds and API sessions of the account end, and their sockets are closed; the actor gets a new
 * session, so that a copy of the old cookie is worth nothing. Reset links, a requested change of the email
 * address and the set-up of an authenticator app end too, because somebody else may have begun them. API keys
 * stay.
 *
 * Returns the Set-Cookie header of the new session.
 * @throws AppError `login-required`, `guest-not-allowed`, `proof-required`, `wrong-password`, `common-password`,
 * `personal-password`; `unconfirmed-email`
 * for the first password; `wrong-credentials` when the password was changed in the meantime; `rate-limited` as a
 * login.
 */
export async function changePassword(ctx: Ctx, input: ChangePasswordInput): Promise<string> {
  const actor = requirePlayer(ctx);
  const present = await checkPermission(ctx, actor, input.currentPassword);
  const owner = await readPasswordOwner(ctx.db, actor.id);
  const passwordHash = await hashNewPassword(ctx, input.password, owner, actor.id);
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [actor.id], 'no key update');
    if (present !== null) {
      await requireSamePassword(tx, actor.id, present);
      // With a second factor the password alone is no proof.
      if (!hasSecondFactor(await readFactors(tx, actor.id))) await recordProof(ctx, tx);
    }
    await requireFreshProof(ctx, tx);
    if (!(await hasPassword({ db: tx }, actor.id))) await requireConfirmedEmail(tx, ctx, actor.id);
    await writePassword(tx, ctx, actor.id, passwordHash);
  });
  ctx.events.publish({ type: 'account-ended', userId: actor.id, except: null });
  ctx.accounts.securityLog.record(ctx.request, {
    event: 'password-changed',
    account: actor.id,
    how: 'by its owner',
  });
  return startSession(ctx, actor.id, {
    method: 'new password',
    passwordHash,
    isProven: true,
    // The proof for the change included it.
    async acceptSecondFactor() {},
  });
}

/** Checks the present password and returns its hash; without one, requires a fresh proof and returns null. */
async function checkPermission(
  ctx: Ctx,
  actor: Actor,
  currentPassword: string | undefined,
): Promise<string | null> {
  if (currentPassword !== undefined)
    return verifyOwnPassword(ctx, actor, currentPassword, 'currentPassword');
  await requireFreshProof(ctx);
  return null;
}

async function writePassword(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  userId: string,
  password: string,
): Promise<void> {
  await tx
    .insert(accounts)
    .values(createCredentialRow(userId, password))
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password, updatedAt: clock.now() },
    });
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await endAccountApiSessions(tx, userId);
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, 'reset:%')));
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await deleteWaitingTotp(tx, userId);
}
