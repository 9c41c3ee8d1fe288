import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { adminLog, apiKeys } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { appendToAdminLog } from '#domain/site/append-to-admin-log.ts';
import {
  type ApiKeyScope,
  apiKeyConstants,
  type HighApiKeyScope,
  isHighApiKeyScope,
} from '#shared/constants/accounts/api-key-scopes.ts';

interface MadeKey {
  id: string;
  accountId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  at: Date;
}

/** Writes a new key to the log of admins if it has a scope that needs a right. */
export async function logNewKey(
  tx: Queryable,
  { id, accountId, name, scopes, at }: MadeKey,
): Promise<void> {
  if (!scopes.some(isHighApiKeyScope)) return;
  const details = { name, scopes };
  await appendToAdminLog(tx, { accountId, act: 'make-api-key', subject: id, details, at });
}

interface KeyUse {
  keyId: string;
  accountId: string;
  scope: HighApiKeyScope;
  /** What it was used for, such as the name of a function. */
  use: string;
}

/**
 * Logs that a key was used for what needs a right: each use in the log of the server, and the first in an hour in the
 * log of admins, so that a program cannot fill it. What was done is in the log of moderation as always.
 */
export async function logKeyUse(
  { db, clock, request, accounts }: Pick<Ctx, 'db' | 'clock' | 'request' | 'accounts'>,
  { keyId, accountId, scope, use }: KeyUse,
): Promise<void> {
  accounts.securityLog.record(request, { event: 'api-key-used', account: accountId, scope, use });
  const at = clock.now();
  const isSameUse = sql`${adminLog.details} ->> 'use' = ${use}`;
  const [last] = await db
    .select({ at: adminLog.at })
    .from(adminLog)
    .where(and(eq(adminLog.subject, keyId), eq(adminLog.act, 'use-api-key'), isSameUse))
    .orderBy(desc(adminLog.id))
    .limit(1);
  if (last && at.getTime() - last.at.getTime() < apiKeyConstants.usedEveryMs) return;
  const [key] = await db.select({ name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.id, keyId));
  const details = { name: key?.name ?? '', scope, use };
  await appendToAdminLog(db, { accountId, act: 'use-api-key', subject: keyId, details, at });
}
