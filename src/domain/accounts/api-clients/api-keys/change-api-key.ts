import { and, eq } from 'drizzle-orm';
import { apiKeys, apiSessions } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';
import { lockApiSessions } from '../sessions/lock-api-sessions.ts';
import { lockCallerAccount } from '../sessions/lock-caller-account.ts';
import type { LockKeyOwner } from './create-api-key.ts';

/**
 * Disables or enables an API key of the caller's account. Disabling ends the sessions that began with it.
 * Enabling needs a fresh login, as it lets a program in.
 * @throws AppError `app-account-needed`, `api-key-session`, `app-session-ended`, `fresh-login-required`,
 * `api-key-gone`.
 */
export async function setApiKeyDisabled(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  caller: ApiCaller,
  change: ApiKeyChange,
): Promise<void> {
  await updateApiKey(ctx, change, (tx) =>
    lockCallerAccount(ctx, tx, caller, { isProven: !change.disabled }),
  );
}

export interface ApiKeyChange {
  id: string;
  disabled: boolean;
}

/** Disables or enables an API key of the account that `lockOwner` locks. @throws AppError `api-key-gone`. */
export async function updateApiKey(
  { db }: Pick<Ctx, 'db'>,
  { id, disabled }: ApiKeyChange,
  lockOwner: LockKeyOwner,
): Promise<void> {
  await db.transaction(async (tx) => {
    const accountId = await lockOwner(tx);
    const changed = await tx
      .update(apiKeys)
      .set({ disabled })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
      .returning({ id: apiKeys.id });
    if (changed.length === 0) throw new AppError('api-key-gone');
    if (!disabled) return;
    await lockApiSessions(tx, { sessions: beganWithKey(id, accountId) });
    await tx.delete(apiSessions).where(beganWithKey(id, accountId));
  });
}

/**
 * Deletes an API key of the caller's account, with the sessions that began with it.
 * @throws AppError `app-account-needed`, `api-key-session`, `app-session-ended`, `api-key-gone`.
 */
export async function deleteApiKey(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  caller: ApiCaller,
  id: string,
): Promise<void> {
  await removeApiKey(ctx, id, (tx) => lockCallerAccount(ctx, tx, caller, { isProven: false }));
}

/** Deletes an API key of the account that `lockOwner` locks. @throws AppError `api-key-gone`. */
export async function removeApiKey(
  { db }: Pick<Ctx, 'db'>,
  id: string,
  lockOwner: LockKeyOwner,
): Promise<void> {
  await db.transaction(async (tx) => {
    const accountId = await lockOwner(tx);
    await lockApiSessions(tx, { sessions: beganWithKey(id, accountId) });
    const deleted = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
      .returning({ id: apiKeys.id });
    if (deleted.length === 0) throw new AppError('api-key-gone');
  });
}

/** The condition that selects the sessions that began with an API key of an account. */
function beganWithKey(id: string, accountId: string) {
  return and(eq(apiSessions.apiKeyId, id), eq(apiSessions.accountId, accountId));
}
