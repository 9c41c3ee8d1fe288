import { createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { ApiSession } from '#domain/accounts/api-clients/api-caller.ts';
import type { Clock } from '#domain/base-context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { apiSessionConstants } from '#shared/constants/accounts.ts';

/** What a token may be used for. One kind is never accepted as the other. */
type TokenKind = 'access' | 'refresh';

/** Every valid token starts with this header. Tokens with another algorithm, or without one, are rejected. */
const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const lengthMax = 2_000;

const objectId = z.string().regex(/^[0-9a-f]{24}$/);
const claims = z.object({
  typ: z.enum(['access', 'refresh']),
  sub: objectId,
  sid: z.uuid(),
  anonymous: z.boolean(),
  baas_device_id: objectId,
  /** Seconds since 1970. The refresh token of an anonymous session has no expiry. */
  exp: z.number().optional(),
});

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Issues and verifies the tokens of the Realm API: JSON Web Tokens (RFC 7519) with HMAC-SHA256. The key
 * is derived from the server's secret. A token names a session; whether the session is still valid is in
 * the database.
 */
export function createTokens({ secret, clock }: { secret: string; clock: Clock }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'guildhall app-services tokens', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  function issue(kind: TokenKind, session: ApiSession, lifetimeMs: number | null): string {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const payload = {
      typ: kind,
      sub: session.apiUserId,
      sid: session.sessionId,
      anonymous: session.anonymous,
      baas_device_id: session.deviceId,
      user_data: {},
      iat,
      ...(lifetimeMs !== null && { exp: iat + lifetimeMs / 1000 }),
    };
    const text = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
    return `${text}.${sign(text)}`;
  }

  function verify(kind: TokenKind, token: string): ApiSession | null {
    const [sentHeader, payload, signature, ...rest] = token.slice(0, lengthMax).split('.');
    if (sentHeader !== header || !payload || !signature || rest.length > 0) return null;
    if (!isEqualInConstantTime(signature, sign(`${sentHeader}.${payload}`))) return null;
    const parsed = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    if (!parsed.success || parsed.data.typ !== kind) return null;
    const { sub, sid, anonymous, baas_device_id, exp = Number.POSITIVE_INFINITY } = parsed.data;
    if (exp * 1000 <= clock.now().getTime()) return null;
    return { apiUserId: sub, sessionId: sid, anonymous, deviceId: baas_device_id };
  }

  return {
    /** Issues a token for calls, valid for 30 minutes. */
    issueAccess: (session: ApiSession) =>
      issue('access', session, apiSessionConstants.accessTokenMs),
    /** Issues a token for new access tokens. It lasts as long as the session. */
    issueRefresh: (session: ApiSession) =>
      issue('refresh', session, session.anonymous ? null : apiSessionConstants.refreshTokenMs),
    /** The session of an access token; null if the token is forged, expired or a refresh token. */
    readAccess: (token: string) => verify('access', token),
    /** The session of a refresh token; null if the token is forged, expired or an access token. */
    readRefresh: (token: string) => verify('refresh', token),
  };
}
