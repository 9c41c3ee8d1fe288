import type { z } from 'zod';
import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSecureOrigin, serializeCookie } from '../sessions/session-cookie.ts';

/** The cookies of single sign-on. Each is signed with a key of its own. */
export type SignOnCookie = 'sign-on' | 'sign-up';

/** The name of a cookie, with the prefix `__Host-` under https like the session cookie. */
export function getSignOnCookieName(cookie: SignOnCookie, secure: boolean): string {
  return `${secure ? '__Host-' : ''}guildhall_${cookie}`;
}

/** The Set-Cookie header that stores `content` signed, for ten minutes. */
export function setSignOnCookie(
  { clock, keys, request }: Pick<Ctx, 'clock' | 'keys' | 'request'>,
  cookie: SignOnCookie,
  content: object,
): string {
  const maxAgeMs = signOnConstants.lifetimeMs;
  const expires = clock.now().getTime() + maxAgeMs;
  const text = Buffer.from(JSON.stringify({ ...content, expires })).toString('base64url');
  const value = `${text}.${keys.current.sign(cookie, text, 'base64url')}`;
  const secure = isSecureOrigin(request.origin);
  return serializeCookie(getSignOnCookieName(cookie, secure), value, { maxAgeMs, secure });
}

/** The Set-Cookie header that deletes a cookie. */
export function clearSignOnCookie({ request }: Pick<Ctx, 'request'>, cookie: SignOnCookie): string {
  const secure = isSecureOrigin(request.origin);
  return serializeCookie(getSignOnCookieName(cookie, secure), '', { maxAgeMs: 0, secure });
}

/**
 * Reads a cookie of the request.
 * @throws AppError `sign-on-expired` if it is missing, has expired or has no signature of this site.
 */
export async function readSignOnCookie<Content extends { expires: number }>(
  { clock, keys, request }: Pick<Ctx, 'clock' | 'keys' | 'request'>,
  cookie: SignOnCookie,
  schema: z.ZodType<Content>,
): Promise<Content> {
  const [text = '', signature = '', ...more] = (request.signOn?.[cookie] ?? '').split('.');
  const signer =
    text === '' || text.length > 4_000 || more.length > 0
      ? null
      : await keys.find((one) =>
          isEqualInConstantTime(signature, one.sign(cookie, text, 'base64url')),
        );
  if (!signer) throw new AppError('sign-on-expired');
  const content = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (content.expires <= clock.now().getTime()) throw new AppError('sign-on-expired');
  return content;
}
