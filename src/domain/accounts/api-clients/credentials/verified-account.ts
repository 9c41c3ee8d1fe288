import { randomBytes } from 'node:crypto';
import type { ApiSession } from '../sessions/api-caller.ts';

/** An account whose credentials were verified, and which credentials these were. */
export interface VerifiedAccount {
  accountId: string;
  /** The API key that was used; null for a password. */
  apiKeyId: string | null;
  /** The hash that the password was compared with; absent for an API key. */
  passwordHash?: string;
}

/** Creates an id in the form that Realm clients use: 24 hexadecimal characters. */
export function createApiUserId(): string {
  return randomBytes(12).toString('hex');
}

/** A new session. The caller adds the id of the device. */
export type StartedSession = Omit<ApiSession, 'deviceId'>;
