import { and, asc, eq } from 'drizzle-orm';
import { passkeys } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { NewPasskeyInput, RenamePasskeyInput } from '#shared/schemas/accounts/passkeys.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { changeFactors } from '../factors/change-factors.ts';
import { mailFactorChange } from '../factors/mail-factor-change.ts';
import { countPasskeys } from '../factors/second-factor.ts';
import { hasPassword } from '../passwords/verify-own-password.ts';
import { requireConfirmedEmail } from '../registration/require-confirmed-email.ts';
import { hasUsableIdentity } from '../sign-on/identities.ts';
import { consumeChallenge, readChallenge } from './challenge.ts';
import { requirePasskeySite } from './passkey-site.ts';
import { verifyRegistration } from './webauthn.ts';

/** The passkeys of the actor, oldest first. @throws AppError `login-required`, `guest-not-allowed`. */
export async function listOwnPasskeys(ctx: Ctx) {
  const { id } = requirePlayer(ctx);
  return ctx.db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, id))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(factorConstants.passkeysPerAccount);
}

/**
 * Adds a passkey to the actor's account.
 * @throws AppError `passkey-refused`; `challenge-expired`; `passkeys-unavailable`; `passkey-limit`;
 * `passkey-had` if an account has it already; `unconfirmed-email`; and those of `changeFactors`.
 */
export async function addPasskey(ctx: Ctx, { name, credential }: NewPasskeyInput): Promise<void> {
  const site = requirePasskeySite(ctx);
  const { sessionId: subject } = requirePlayer(ctx);
  const challenge = await readChallenge(ctx, { purpose: 'add', subject });
  const expected = { ...site, challenge: challenge.challenge };
  const verified = await verifyRegistration(credential, expected);
  await changeFactors(ctx, 'passkey added', async (tx, { id: userId }) => {
    await requireConfirmedEmail(tx, ctx, userId);
    await consumeChallenge(tx, challenge);
    const present = await countPasskeys(tx, userId);
    if (present >= factorConstants.passkeysPerAccount) throw new AppError('passkey-limit');
    const { transports } = credential.response;
    const added = await tx
      .insert(passkeys)
      .values({ ...verified, userId, transports, name, createdAt: ctx.clock.now() })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0) throw new AppError('passkey-had');
    await mailFactorChange(tx, ctx, { userId, kind: 'passkey-added' });
  });
}

/** Renames a passkey of the actor. @throws AppError `login-required`, `guest-not-allowed`, `factor-gone`. */
export async function renamePasskey(ctx: Ctx, input: RenamePasskeyInput): Promise<void> {
  const { id } = requirePlayer(ctx);
  const renamed = await ctx.db
    .update(passkeys)
    .set({ name: input.name })
    .where(and(eq(passkeys.id, input.passkey), eq(passkeys.userId, id)))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw new AppError('factor-gone');
}

/**
 * Removes a passkey of the actor.
 * @throws AppError `factor-gone`; `last-login` if the account would have no way to log in; and those of
 * `changeFactors`.
 */
export async function removePasskey(ctx: Ctx, { passkey }: { passkey: string }): Promise<void> {
  await changeFactors(ctx, 'passkey removed', async (tx, { id: userId }) => {
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkey), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw new AppError('factor-gone');
    const isLast = (await countPasskeys(tx, userId)) === 0;
    const canLogIn =
      !isLast ||
      (await hasPassword({ db: tx }, userId)) ||
      (await hasUsableIdentity(tx, ctx, userId));
    if (!canLogIn) throw new AppError('last-login');
    await mailFactorChange(tx, ctx, { userId, kind: 'passkey-removed' });
  });
}
