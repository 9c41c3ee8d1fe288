import type { Actor } from '#domain/base-context.ts';

/** A session of the app backend, as its signed tokens name it. */
export interface ApiSession {
  /** 24 hexadecimal characters. */
  appUserId: string;
  sessionId: string;
  /** As the client names its device, or as we named it: 24 hexadecimal characters. */
  deviceId: string;
  /** Whether it began without an account. It needs no row then, and does not expire. */
  anonymous: boolean;
}

/** Who calls the app backend: a session that holds, and who acts in it. */
export interface ApiCaller extends ApiSession {
  /** The account that the session itself stands for; null while it is anonymous. */
  accountId: string | null;
  /** The key that it began with, or was linked by; null for a password. */
  apiKeyId: string | null;
  /** The player whom `loginUser` bound to the session, else the session's own account. */
  actor: Actor | null;
}
