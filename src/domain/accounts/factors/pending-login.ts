import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { readSignedContent, signContent } from '../../secrets/signed-content.ts';
import { isSecureOrigin, serializeCookie } from '../sessions/session-cookie.ts';

/**
 * A login that waits for its second factor, after a correct password or a sign-on. It is a signed cookie, so
 * that it needs no row. It is bound to the password or the identity: if that is changed, it ends.
 */
export interface PendingLogin {
  userId: string;
  /** Tells the pending logins of an account apart. */
  id: string;
  expiresAt: Date;
  /** Whether this is still what was checked: the hash of the password, or what stands for an identity. */
  isOf(credential: string): boolean;
}

const contentSchema = z.object({
  user: z.uuid(),
  id: z.string(),
  credential: z.string(),
  expires: z.int(),
});

/** The name of the cookie, with the prefix `__Host-` under https like the session cookie. */
export function getPendingLoginCookieName(secure: boolean): string {
  return secure ? '__Host-guildhall_login' : 'guildhall_login';
}

/** The Set-Cookie header of a pending login. `credential` is the hash of the password, or stands for an identity. */
export function createPendingLogin(
  { clock, keys, request }: Pick<Ctx, 'clock' | 'keys' | 'request'>,
  { userId, credential }: { userId: string; credential: string },
): string {
  const maxAgeMs = factorConstants.pendingLoginMs;
  const content: z.input<typeof contentSchema> = {
    user: userId,
    id: randomBytes(16).toString('base64url'),
    credential: toFingerprint(credential),
    expires: clock.now().getTime() + maxAgeMs,
  };
  const value = signContent(keys, 'pending-login', content);
  const secure = isSecureOrigin(request.origin);
  return serializeCookie(getPendingLoginCookieName(secure), value, { maxAgeMs, secure });
}

/** The Set-Cookie header that deletes the cookie. */
export function clearPendingLogin({ request }: Pick<Ctx, 'request'>): string {
  const secure = isSecureOrigin(request.origin);
  return serializeCookie(getPendingLoginCookieName(secure), '', { maxAgeMs: 0, secure });
}

/** Reads the pending login of the request. @throws AppError `pending-login-expired`. */
export async function readPendingLogin({
  clock,
  keys,
  request,
}: Pick<Ctx, 'clock' | 'keys' | 'request'>): Promise<PendingLogin> {
  const signed = { value: request.pendingLogin, schema: contentSchema };
  const content = await readSignedContent(keys, 'pending-login', signed);
  if (!content || content.expires <= clock.now().getTime())
    throw new AppError('pending-login-expired');
  return {
    userId: content.user,
    id: content.id,
    expiresAt: new Date(content.expires),
    isOf: (credential) => isEqualInConstantTime(content.credential, toFingerprint(credential)),
  };
}

/** A hash. That of the password's salted, slow hash shows nothing of the password. */
function toFingerprint(credential: string): string {
  return createHash('sha256').update(`pending login:${credential}`).digest('base64url');
}
