import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '#database/client.ts';
import type { Ctx } from '#domain/context.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type PasskeyPurpose, passkeyPurpose } from '#shared/schemas/accounts/passkeys.ts';
import { readSignedContent, signContent } from '../../secrets/signed-content.ts';
import { markTokenUsed } from '../sessions/mark-token-used.ts';
import { isSecureOrigin, serializeCookie } from '../sessions/session-cookie.ts';

/**
 * Random bytes that a passkey is to sign. They wait in a signed cookie, so that a stranger who asks for many
 * leaves nothing on the server, and so that only the browser that asked can use them.
 */
export interface Challenge {
  /** Base64url. */
  challenge: string;
  expiresAt: Date;
}

/** What a challenge is for. */
interface ChallengeUse {
  purpose: PasskeyPurpose;
  /** The session, or the pending login, that it belongs to; null for the login of a visitor. */
  subject: string | null;
}

const contentSchema = z.object({
  purpose: passkeyPurpose,
  subject: z.string().nullable(),
  challenge: z.string(),
  expires: z.int(),
});

/** The name of the cookie, with the prefix `__Host-` under https like the session cookie. */
export function getChallengeCookieName(secure: boolean): string {
  return secure ? '__Host-guildhall_passkey' : 'guildhall_passkey';
}

/** Creates a challenge. Returns it with the Set-Cookie header. */
export function createChallenge(
  { clock, keys, request }: Pick<Ctx, 'clock' | 'keys' | 'request'>,
  use: ChallengeUse,
): { challenge: string; cookie: string } {
  const maxAgeMs = factorConstants.challengeMs;
  const challenge = randomBytes(32).toString('base64url');
  const expires = clock.now().getTime() + maxAgeMs;
  const content: z.input<typeof contentSchema> = { ...use, challenge, expires };
  const value = signContent(keys, 'passkey-challenge', content);
  const secure = isSecureOrigin(request.origin);
  const cookie = serializeCookie(getChallengeCookieName(secure), value, { maxAgeMs, secure });
  return { challenge, cookie };
}

/** Reads the challenge of the request. @throws AppError `challenge-expired`, also if it is for another use. */
export async function readChallenge(
  { clock, keys, request }: Pick<Ctx, 'clock' | 'keys' | 'request'>,
  { purpose, subject }: ChallengeUse,
): Promise<Challenge> {
  const signed = { value: request.passkeyChallenge, schema: contentSchema };
  const content = await readSignedContent(keys, 'passkey-challenge', signed);
  if (
    !content ||
    content.expires <= clock.now().getTime() ||
    content.purpose !== purpose ||
    content.subject !== subject
  ) {
    throw new AppError('challenge-expired');
  }
  return { challenge: content.challenge, expiresAt: new Date(content.expires) };
}

/**
 * Uses up a challenge, in the transaction of what the signature allows. Only a valid signature gets here, so
 * strangers write no rows.
 * @throws AppError `challenge-expired` if it was used before.
 */
export async function consumeChallenge(
  tx: Queryable,
  { challenge, expiresAt }: Challenge,
): Promise<void> {
  if (!(await markTokenUsed(tx, challenge, expiresAt))) throw new AppError('challenge-expired');
}
