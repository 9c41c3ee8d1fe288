import { and, eq } from 'drizzle-orm';
import { apiKeys, appSessions } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { requireOwner } from './api-keys.ts';
import type { AppCaller } from './app-caller.ts';

/**
 * Disables a key of the caller's account, which ends the sessions that began with it, or enables it again.
 * @throws Refusal `app-account-needed`, `api-key-session`, `api-key-gone`.
 */
export async function setApiKeyDisabled(
  { db }: Pick<Ctx, 'db'>,
  caller: AppCaller,
  { id, disabled }: { id: string; disabled: boolean },
): Promise<void> {
  const own = and(eq(apiKeys.id, id), eq(apiKeys.accountId, requireOwner(caller)));
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(apiKeys)
      .set({ disabled })
      .where(own)
      .returning({ id: apiKeys.id });
    if (changed.length === 0) throw new Refusal('api-key-gone');
    if (disabled) await tx.delete(appSessions).where(eq(appSessions.apiKeyId, id));
  });
}

/**
 * Deletes a key of the caller's account, with the sessions that began with it.
 * @throws Refusal `app-account-needed`, `api-key-session`, `api-key-gone`.
 */
export async function deleteApiKey(
  { db }: Pick<Ctx, 'db'>,
  caller: AppCaller,
  id: string,
): Promise<void> {
  const deleted = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, requireOwner(caller))))
    .returning({ id: apiKeys.id });
  if (deleted.length === 0) throw new Refusal('api-key-gone');
}
