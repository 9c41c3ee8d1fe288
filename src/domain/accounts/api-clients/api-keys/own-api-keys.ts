import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { apiKeys } from '#database/schema.ts';
import { lockOwnAccount, requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import type { Ctx } from '#domain/context.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import type { KeyedApiKeyInput } from '#shared/schemas/accounts/api-keys.ts';
import { type ApiKeyChange, removeApiKey, updateApiKey } from './change-api-key.ts';
import { insertApiKey } from './create-api-key.ts';

/** The API keys of the actor, oldest first. @throws AppError `login-required`, `guest-not-allowed`. */
export async function listOwnApiKeys(ctx: Ctx) {
  const actor = requirePlayer(ctx);
  return ctx.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      disabled: apiKeys.disabled,
      createdAt: apiKeys.createdAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.accountId, actor.id))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    .limit(apiSessionConstants.apiKeysPerAccount);
}

/**
 * Creates an API key of the actor's account. Returns the key, which cannot be shown again. A form that is sent
 * again, as its answer did not arrive, replaces the key that it made before.
 * @throws AppError `login-required`, `guest-not-allowed`, `proof-required`, `api-key-limit`.
 */
export async function createOwnApiKey(
  ctx: Ctx,
  { key: formKey, name }: KeyedApiKeyInput,
): Promise<{ key: string }> {
  const { id: accountId } = requirePlayer(ctx);
  await requireFreshProof(ctx);
  const id = toApiKeyId(accountId, formKey);
  const { key } = await insertApiKey(ctx, { id, name }, (tx) =>
    lockOwnAccount(ctx, tx, { isProven: true }),
  );
  return { key };
}

/** The id of the API key that a form makes: 24 hexadecimal characters that no other account's form gets. */
function toApiKeyId(accountId: string, formKey: string): string {
  return createHash('sha256').update(`${accountId} ${formKey}`).digest('hex').slice(0, 24);
}

/**
 * Disables or enables an API key of the actor. Enabling needs a fresh proof, as it lets a program in.
 * @throws AppError `login-required`, `guest-not-allowed`, `proof-required`, `api-key-gone`.
 */
export async function setOwnApiKeyDisabled(ctx: Ctx, change: ApiKeyChange): Promise<void> {
  await updateApiKey(ctx, change, (tx) => lockOwnAccount(ctx, tx, { isProven: !change.disabled }));
}

/**
 * Deletes an API key of the actor, with the sessions that began with it.
 * @throws AppError `login-required`, `guest-not-allowed`, `api-key-gone`.
 */
export async function deleteOwnApiKey(ctx: Ctx, id: string): Promise<void> {
  await removeApiKey(ctx, id, (tx) => lockOwnAccount(ctx, tx, { isProven: false }));
}
