import type { Actor } from '#domain/actor.ts';
import type { ApiKeyScope } from '#shared/constants/accounts/api-key-scopes.ts';

/** An API session as its signed tokens describe it. */
export interface ApiSession {
  /** 24 hexadecimal characters. */
  apiUserId: string;
  sessionId: string;
  /** Chosen by the client or by us: 24 hexadecimal characters. */
  deviceId: string;
  /** Whether it began without an account. Such a session needs no row and does not expire. */
  anonymous: boolean;
}

/** The caller of the Realm API: a valid session and the account that acts in it. */
export interface ApiCaller extends ApiSession {
  /** The account of the session itself; null while the session is anonymous. */
  accountId: string | null;
  /** The API key that the session began with or was linked by; null for a password. */
  apiKeyId: string | null;
  /** What the API key allows; null without one. Only `requireKeyScope` and `limitToKey` decide by it. */
  keyScopes: readonly ApiKeyScope[] | null;
  /** The player that `loginUser` bound to the session, otherwise the session's own account. */
  actor: Actor | null;
}
