import { and, eq } from 'drizzle-orm';
import { apiKeys, appSessions } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiCaller } from './api-caller.ts';
import { lockApiSessions } from './lock-api-sessions.ts';
import { lockOwnAccount } from './lock-own-account.ts';

/**
 * Disables a key of the caller's account, which ends the sessions that began with it, or enables it again.
 * @throws Refusal `app-account-needed`, `api-key-session`, `app-session-ended`, `api-key-gone`.
 */
export async function setApiKeyDisabled(
  { db }: Pick<Ctx, 'db'>,
  caller: ApiCaller,
  { id, disabled }: { id: string; disabled: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const accountId = await lockOwnAccount(tx, caller);
    const changed = await tx
      .update(apiKeys)
      .set({ disabled })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
      .returning({ id: apiKeys.id });
    if (changed.length === 0) throw new AppError('api-key-gone');
    if (!disabled) return;
    await lockApiSessions(tx, { sessions: begunWith(id, accountId) });
    await tx.delete(appSessions).where(begunWith(id, accountId));
  });
}

/**
 * Deletes a key of the caller's account, with the sessions that began with it.
 * @throws Refusal `app-account-needed`, `api-key-session`, `app-session-ended`, `api-key-gone`.
 */
export async function deleteApiKey(
  { db }: Pick<Ctx, 'db'>,
  caller: ApiCaller,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const accountId = await lockOwnAccount(tx, caller);
    await lockApiSessions(tx, { sessions: begunWith(id, accountId) });
    const deleted = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
      .returning({ id: apiKeys.id });
    if (deleted.length === 0) throw new AppError('api-key-gone');
  });
}

/** The sessions that began with a key of an account. */
function begunWith(id: string, accountId: string) {
  return and(eq(appSessions.apiKeyId, id), eq(appSessions.accountId, accountId));
}
