import { randomBytes } from 'node:crypto';
import type { ApiSession } from './api-caller.ts';

/** Who has proved to be an account, and by what. */
export interface AuthenticatedAccount {
  accountId: string;
  /** The key that it was proved by; null for a password. */
  apiKeyId: string | null;
  /** The hash that the password was compared with, where it was proved by one. */
  passwordHash?: string;
}

/** An id as the clients of the app backend know them: 24 hexadecimal characters. */
export function createApiUserId(): string {
  return randomBytes(12).toString('hex');
}

/** A session of its own for an app user. */
export type StartedSession = Omit<ApiSession, 'deviceId'>;
