import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { totpFactors } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { LoginAttempt } from '../sessions/count-login-attempts.ts';
import { mailFactorChange } from './mail-factor-change.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { findTotpStep, toTotpCode } from './totp-code.ts';

interface CodeInput {
  userId: string;
  /** As typed: a code of the authenticator app, or a recovery code. */
  code: string;
}

/**
 * Counts an attempt to enter a code, before it is checked. Wrong codes of the app and wrong recovery codes
 * are counted apart.
 * @throws AppError `rate-limited`.
 */
export async function countCodeAttempt(
  { rateLimiter }: Pick<Ctx, 'rateLimiter'>,
  { userId, code }: CodeInput,
): Promise<LoginAttempt> {
  const limit = toTotpCode(code) === null ? 'recovery-codes-by-account' : 'codes-by-account';
  await rateLimiter.take(limit, userId);
  return { markSucceeded: () => rateLimiter.giveBack(limit, userId) };
}

/**
 * Uses up a code of the account's authenticator app, or one of its recovery codes. A recovery code is
 * reported to the owner by mail. Call it in a transaction that has locked the account.
 * @throws AppError `wrong-code`, also for a code that was used; `encryption-unavailable`.
 */
export async function consumeCode(
  tx: Queryable,
  ctx: Pick<Ctx, 'clock' | 'encryption' | 'accounts' | 'request'>,
  { userId, code }: CodeInput,
): Promise<void> {
  const totpCode = toTotpCode(code);
  const isRight =
    totpCode === null
      ? await consumeRecoveryCode(tx, ctx, { userId, code })
      : await consumeTotpCode(tx, ctx, { userId, code: totpCode });
  if (!isRight) {
    // Without a code there was no attempt that counts.
    const entry = { event: 'login-refused', account: userId, method: 'code' } as const;
    if (code !== '') ctx.accounts.securityLog.record(ctx.request, entry);
    throw createWrongCodeError();
  }
  if (totpCode === null) await mailFactorChange(tx, ctx, { userId, kind: 'recovery-code-used' });
}

/** The error of a wrong code, at the form's field. */
export function createWrongCodeError(): AppError {
  const { message } = new AppError('wrong-code');
  return new AppError('wrong-code', { fields: { code: message } });
}

/** Uses up a code of the app: only codes of a later period than the last accepted one are accepted. */
async function consumeTotpCode(
  tx: Queryable,
  { clock, encryption }: Pick<Ctx, 'clock' | 'encryption'>,
  { userId, code }: CodeInput,
): Promise<boolean> {
  const isOwn = and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt));
  const [factor] = await tx
    .select({ text: totpFactors.secret, keyId: totpFactors.keyId })
    .from(totpFactors)
    .where(isOwn);
  if (!factor) return false;
  const secret = encryption.decrypt(factor, userId);
  const step = findTotpStep(secret, code, clock.now());
  if (step === null) return false;
  const isLater = or(isNull(totpFactors.lastUsedStep), lt(totpFactors.lastUsedStep, step));
  // Encrypted again if a newer key has replaced the one of the row.
  const { text, keyId } =
    factor.keyId === encryption.keyIds[0] ? factor : encryption.encrypt(secret, userId);
  const used = await tx
    .update(totpFactors)
    .set({ lastUsedStep: step, secret: text, keyId })
    .where(and(isOwn, isLater))
    .returning({ userId: totpFactors.userId });
  return used.length > 0;
}
