import { decode, sign } from 'hono/jwt';
import { z } from 'zod';
import type { ApiSession } from '#domain/accounts/api-clients/sessions/api-caller.ts';
import type { Clock } from '#domain/base-context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import type { SecretKeys } from '#domain/secrets/derived-keys.ts';
import type { Keys } from '#domain/secrets/keys.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';

/** What a token may be used for. One kind is never accepted as the other. */
type TokenKind = 'access' | 'refresh';

const alg = 'HS256';
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
export function createTokens({ keys, clock }: { keys: Keys; clock: Clock }) {
  // One entry for each secret that this node has known.
  const imported = new Map<SecretKeys, Promise<CryptoKey>>();

  function getKey(one: SecretKeys): Promise<CryptoKey> {
    const known = imported.get(one);
    if (known) return known;
    const key = importKey(one);
    imported.set(one, key);
    return key;
  }

  async function issue(
    kind: TokenKind,
    session: ApiSession,
    lifetimeMs: number | null,
  ): Promise<string> {
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
    return sign(payload, await getKey(keys.current), alg);
  }

  async function read(kind: TokenKind, token: string): Promise<ApiSession | null> {
    if (token.length > lengthMax) return null;
    const dot = token.lastIndexOf('.');
    const signed = token.slice(0, dot);
    const signature = token.slice(dot + 1);
    // Checked here, because the library uses the Web Crypto API, which needs ten times as long.
    const signer = await keys.find((one) =>
      isEqualInConstantTime(signature, one.sign('realm-token', signed, 'base64url')),
    );
    const parsed = claims.safeParse(signer && readPayload(token));
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
    readAccess: (token: string) => read('access', token),
    /** The session of a refresh token; null if the token is forged, expired or an access token. */
    readRefresh: (token: string) => read('refresh', token),
  };
}

function importKey(keys: SecretKeys): Promise<CryptoKey> {
  const bytes = new Uint8Array(keys.derive('realm-token'));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
}

/** The payload of a token whose signature is valid; null if it is not a token. Callers check its times. */
function readPayload(token: string): object | null {
  try {
    const { header, payload } = decode(token);
    return header.alg === alg ? payload : null;
  } catch {
    return null;
  }
}
