import { and, eq, lt } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { passkeys } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { AssertionInput, PasskeyPurpose } from '#shared/schemas/accounts/passkeys.ts';
import { type Challenge, consumeChallenge, readChallenge } from './challenge.ts';
import { requirePasskeySite } from './passkey-site.ts';
import { verifyAssertion } from './webauthn.ts';

/** A valid signature of a passkey that was not used up yet. */
interface VerifiedPasskey {
  passkeyId: string;
  userId: string;
  counter: number;
  challenge: Challenge;
  /** Gives the attempt back to the budget of the IP address. */
  markSucceeded(): Promise<void>;
}

interface Attempt {
  purpose: PasskeyPurpose;
  /** The session, or the pending login, that the challenge belongs to; null for the login of a visitor. */
  subject: string | null;
  /** The account whose passkey it must be; null if the passkey says which account it is. */
  userId: string | null;
  credential: AssertionInput;
}

/**
 * Checks what a passkey signed. Attempts are counted by IP address as logins are. No account can be locked
 * by them: a signature cannot be guessed, and the ids of passkeys are secret.
 * @throws AppError `passkey-refused`; `challenge-expired`; `passkeys-unavailable`; `rate-limited`.
 */
export async function verifyPasskey(ctx: Ctx, attempt: Attempt): Promise<VerifiedPasskey> {
  const { purpose, subject, credential } = attempt;
  const site = requirePasskeySite(ctx);
  const challenge = await readChallenge(ctx, { purpose, subject });
  const { address } = ctx.request;
  await ctx.rateLimiter.take('login-by-address', address);
  const [passkey] = await ctx.db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
    })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credential.id));
  const refuse = (error: unknown = new AppError('passkey-refused')) => {
    const entry = { account: passkey?.userId ?? null, method: 'passkey' } as const;
    ctx.accounts.securityLog.record(ctx.request, { event: 'login-refused', ...entry });
    return error;
  };
  if (!passkey || !isOwner(attempt, passkey.userId)) throw refuse();
  const expected = { ...site, challenge: challenge.challenge };
  const counter = await verifyAssertion(credential, passkey, expected).catch((error: unknown) => {
    throw refuse(error);
  });
  return {
    passkeyId: passkey.id,
    userId: passkey.userId,
    counter,
    challenge,
    markSucceeded: () => ctx.rateLimiter.giveBack('login-by-address', address),
  };
}

/**
 * Uses up the signature, in the transaction of what it allows, which has locked the account.
 * @throws AppError `challenge-expired` if the challenge was used before; `passkey-refused` if the passkey was
 * removed, or if its counter is not higher than the last one: then it may have been copied.
 */
export async function consumePasskey(
  tx: Queryable,
  { clock, log }: Pick<Ctx, 'clock' | 'log'>,
  { passkeyId, userId, counter, challenge }: VerifiedPasskey,
): Promise<void> {
  await consumeChallenge(tx, challenge);
  // An authenticator without a counter always says 0.
  const isHigher = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: clock.now() })
    .where(and(eq(passkeys.id, passkeyId), isHigher))
    .returning({ id: passkeys.id });
  if (used.length > 0) return;
  const present = await tx
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.id, passkeyId));
  if (present.length > 0) {
    log.warn({ userId, passkeyId, counter }, 'a passkey was refused: its counter went backwards');
  }
  throw new AppError('passkey-refused');
}

/** Whether the passkey belongs to the expected account, and to the one that the authenticator names. */
function isOwner({ userId, credential }: Attempt, ownerId: string): boolean {
  const { userHandle } = credential.response;
  const named =
    userHandle === undefined ? null : Buffer.from(userHandle, 'base64url').toString('utf8');
  if (userId !== null) return userId === ownerId && (named === null || named === ownerId);
  return named === ownerId;
}
