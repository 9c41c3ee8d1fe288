import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { totpFactors } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { claimEncryptionKey } from '../../secrets/claim-encryption-key.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import { endAccountApiSessions } from '../api-clients/sessions/end-account-api-sessions.ts';
import { requireConfirmedEmail } from '../registration/require-confirmed-email.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { changeFactors } from './change-factors.ts';
import { mailFactorChange } from './mail-factor-change.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor, readFactors } from './second-factor.ts';
import { createTotpSecret, createTotpUri, findTotpStep, toTotpCode } from './totp-code.ts';
import { createWrongCodeError } from './verify-code.ts';

/**
 * Creates a secret for the actor's authenticator app. The app is no factor before `confirmTotp`. It
 * replaces a secret that was not confirmed.
 * @throws AppError `totp-had`, `encryption-unavailable`, `unconfirmed-email`, and those of `changeFactors`.
 */
export async function setUpTotp(ctx: Ctx): Promise<void> {
  await changeFactors(ctx, null, async (tx, { id }) => {
    await requireConfirmedEmail(tx, ctx, id);
    if (!(await claimEncryptionKey(tx, ctx))) throw new AppError('encryption-unavailable');
    const { text: secret, keyId } = ctx.encryption.encrypt(createTotpSecret(), id);
    const values = { secret, keyId, createdAt: ctx.clock.now() };
    const written = await tx
      .insert(totpFactors)
      .values({ userId: id, ...values })
      .onConflictDoUpdate({
        target: totpFactors.userId,
        set: values,
        setWhere: isNull(totpFactors.confirmedAt),
      })
      .returning({ userId: totpFactors.userId });
    if (written.length === 0) throw new AppError('totp-had');
  });
}

/**
 * The secret that waits for its first code, and its URL for a QR code; null if no secret waits.
 * @throws AppError `proof-required`, because it is shown only to the owner; `encryption-unavailable`.
 */
export async function readTotpSetUp(ctx: Ctx): Promise<{ secret: string; uri: string } | null> {
  requirePlayer(ctx);
  const { id, username } = await requireFreshProof(ctx);
  const secret = await findSecret(ctx.db, ctx, id);
  if (secret === null) return null;
  const { name } = await getSiteSettings(ctx);
  const site = `${name} ${new URL(ctx.site.origin).host}`;
  return { secret, uri: createTotpUri(secret, { site, username }) };
}

/**
 * Makes the authenticator app a second factor with its first code. Returns the recovery codes if these are
 * the first ones, otherwise null. The API sessions and loginIds of the account end, because they began with the
 * password alone.
 * @throws AppError `wrong-code`; `factor-gone` if no secret waits for a code; and those of `changeFactors`.
 */
export async function confirmTotp(ctx: Ctx, { code }: { code: string }): Promise<string[] | null> {
  const { id: userId, sessionId } = requirePlayer(ctx);
  const codes = await changeFactors(ctx, 'authenticator app added', async (tx, { id }) => {
    const secret = await findSecret(tx, ctx, id);
    if (secret === null) throw new AppError('factor-gone');
    const now = ctx.clock.now();
    const step = findTotpStep(secret, toTotpCode(code) ?? '', now);
    if (step === null) throw createWrongCodeError();
    const isFirst = !hasSecondFactor(await readFactors(tx, id));
    await tx
      .update(totpFactors)
      .set({ confirmedAt: now, lastUsedStep: step })
      .where(eq(totpFactors.userId, id));
    await endAccountApiSessions(tx, id);
    await mailFactorChange(tx, ctx, { userId: id, kind: 'totp-added' });
    return isFirst ? replaceRecoveryCodes(tx, id) : null;
  });
  ctx.events.publish({ type: 'account-ended', userId, except: sessionId });
  return codes;
}

/** The secret of an account that waits for its first code. */
async function findSecret(
  db: Queryable,
  { clock, encryption }: Pick<Ctx, 'clock' | 'encryption'>,
  userId: string,
): Promise<string | null> {
  const oldest = new Date(clock.now().getTime() - factorConstants.setUpMs);
  const [waiting] = await db
    .select({ text: totpFactors.secret, keyId: totpFactors.keyId })
    .from(totpFactors)
    .where(
      and(
        eq(totpFactors.userId, userId),
        isNull(totpFactors.confirmedAt),
        gt(totpFactors.createdAt, oldest),
      ),
    );
  return waiting ? encryption.decrypt(waiting, userId) : null;
}
