import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { apiKeys } from '#database/schema.ts';
import { apiKeyConstants } from '#shared/constants/accounts/api-key-scopes.ts';

/** Records that an API key was used, at most once an hour. Of several requests at the same time one writes. */
export async function markKeyUsed(
  db: Database,
  { id, usedAt, now }: { id: string; usedAt: Date | null; now: Date },
): Promise<void> {
  if (usedAt !== null && now.getTime() - usedAt.getTime() < apiKeyConstants.usedEveryMs) return;
  const unchanged = usedAt ? eq(apiKeys.lastUsedAt, usedAt) : isNull(apiKeys.lastUsedAt);
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), unchanged));
}
