import { deviceConstants } from '../accounts/sessions.ts';

export const secretConstants = {
  lengthMin: 32,
  /** How often a node reads the secrets of the database. */
  readEveryMs: 60_000,
  /** An unknown signature makes a node read them again, at most this often. */
  readAgainAfterMs: 1_000,
  /** A new secret signs after this time, so that every node has read it by then. */
  activeAfterMs: 2 * 60_000,
  /**
   * How long a replaced secret stays valid: as long as what it signed. Known devices live longest; a session
   * in use is signed again, and the refresh token of an anonymous session, which has no end, ends then.
   */
  replacedLifetimeMs: deviceConstants.lifetimeMs,
} as const;
