import { and, eq } from 'drizzle-orm';
import { apiKeys, appSessions } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import type { AppCaller } from './app-caller.ts';
import { holdOwnAccount } from './hold-own-account.ts';
import { lockAppSessions } from './lock-app-sessions.ts';

/**
 * Disables a key of the caller's account, which ends the sessions that began with it, or enables it again.
 * @throws Refusal `app-account-needed`, `api-key-session`, `app-session-ended`, `api-key-gone`.
 */
export async function setApiKeyDisabled(
  { db }: Pick<Ctx, 'db'>,
  caller: AppCaller,
  { id, disabled }: { id: string; disabled: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const accountId = await holdOwnAccount(tx, caller);
    const changed = await tx
      .update(apiKeys)
      .set({ disabled })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
      .returning({ id: apiKeys.id });
    if (changed.length === 0) throw new Refusal('api-key-gone');
    if (!disabled) return;
    await lockAppSessions(tx, { sessions: begunWith(id, accountId) });
    await tx.delete(appSessions).where(begunWith(id, accountId));
  });
}

/**
 * Deletes a key of the caller's account, with the sessions that began with it.
 * @throws Refusal `app-account-needed`, `api-key-session`, `app-session-ended`, `api-key-gone`.
 */
export async function deleteApiKey(
  { db }: Pick<Ctx, 'db'>,
  caller: AppCaller,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const accountId = await holdOwnAccount(tx, caller);
    await lockAppSessions(tx, { sessions: begunWith(id, accountId) });
    const deleted = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
      .returning({ id: apiKeys.id });
    if (deleted.length === 0) throw new Refusal('api-key-gone');
  });
}

/** The sessions that began with a key of an account. */
function begunWith(id: string, accountId: string) {
  return and(eq(appSessions.apiKeyId, id), eq(appSessions.accountId, accountId));
}
