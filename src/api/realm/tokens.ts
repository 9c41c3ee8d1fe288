import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ApiSession } from '#domain/accounts/api-clients/api-caller.ts';
import type { Clock } from '#domain/base-context.ts';
import { apiSessionConstants } from '#shared/constants/accounts.ts';

/** What a token is for; neither does the other's work. */
type Kind = 'access' | 'refresh';

/** Every token of ours starts with it: one with another algorithm, or none, is not ours. */
const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const lengthMax = 2_000;

const objectId = z.string().regex(/^[0-9a-f]{24}$/);
const claims = z.object({
  typ: z.enum(['access', 'refresh']),
  sub: objectId,
  sid: z.uuid(),
  anonymous: z.boolean(),
  baas_device_id: objectId,
  /** Seconds. A refresh token without an account has none. */
  exp: z.number().optional(),
});

export type Tokens = ReturnType<typeof createTokens>;

/**
 * The tokens of the app backend: JSON Web Tokens (RFC 7519) by HMAC-SHA256, with a key of their own that
 * is made of the server's secret. They say which session calls; whether it holds is the database's.
 */
export function createTokens({ secret, clock }: { secret: string; clock: Clock }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'guildhall app-services tokens', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  function issue(kind: Kind, session: ApiSession, lifetimeMs: number | null): string {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const payload = {
      typ: kind,
      sub: session.appUserId,
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

  function read(kind: Kind, token: string): ApiSession | null {
    const [given, payload, signature, ...rest] = token.slice(0, lengthMax).split('.');
    if (given !== header || !payload || !signature || rest.length > 0) return null;
    if (!isSame(signature, sign(`${given}.${payload}`))) return null;
    const read = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    if (!read.success || read.data.typ !== kind) return null;
    const { sub, sid, anonymous, baas_device_id, exp = Number.POSITIVE_INFINITY } = read.data;
    if (exp * 1000 <= clock.now().getTime()) return null;
    return { appUserId: sub, sessionId: sid, anonymous, deviceId: baas_device_id };
  }

  return {
    /** For half an hour's calls. */
    issueAccess: (session: ApiSession) => issue('access', session, apiSessionConstants.accessMs),
    /** For new access tokens; it stays the same for as long as the session. */
    issueRefresh: (session: ApiSession) =>
      issue('refresh', session, session.anonymous ? null : apiSessionConstants.refreshMs),
    /** The session of an access token; null for what is forged, expired or of another kind. */
    readAccess: (token: string) => read('access', token),
    readRefresh: (token: string) => read('refresh', token),
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
