import { createHash } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { apiKeys } from '#database/schema.ts';
import { lockOwnAccount, requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import type { Ctx } from '#domain/context.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import {
  type ApiKeyScope,
  apiKeyConstants,
  defaultApiKeyScopes,
} from '#shared/constants/accounts/api-key-scopes.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { NarrowedApiKey } from '#shared/schemas/accounts/api-keys.ts';
import { type ApiKeyChange, removeApiKey, updateApiKey } from './change-api-key.ts';
import { insertApiKey } from './create-api-key.ts';
import { findKeyScopes, listScopesOf } from './key-scopes.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The API keys of the actor, oldest first. `scopes` are those that a key has now; `becomesOrdinaryAt` says until when a key
 * from before there were scopes has all of them.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function listOwnApiKeys(ctx: Ctx) {
  const actor = requirePlayer(ctx);
  const keys = await ctx.db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.accountId, actor.id))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
    .limit(apiSessionConstants.apiKeysPerAccount);
  const now = ctx.clock.now();
  return keys.map((key) => describeKey(key, now));
}

const columns = {
  id: apiKeys.id,
  name: apiKeys.name,
  disabled: apiKeys.disabled,
  createdAt: apiKeys.createdAt,
  scopes: apiKeys.scopes,
  endsAt: apiKeys.endsAt,
  lastUsedAt: apiKeys.lastUsedAt,
  allScopesUntil: apiKeys.allScopesUntil,
  noticedAt: apiKeys.noticedAt,
};

type StoredKey = Pick<typeof apiKeys.$inferSelect, keyof typeof columns>;

function describeKey({ allScopesUntil, noticedAt, ...key }: StoredKey, now: Date) {
  const isEarlier = allScopesUntil !== null && allScopesUntil > now;
  return {
    ...key,
    scopes: [...findKeyScopes({ scopes: key.scopes, allScopesUntil }, now)],
    hasEnded: key.endsAt !== null && key.endsAt <= now,
    becomesOrdinaryAt: isEarlier ? allScopesUntil : null,
    /** Whether its owner still has to confirm to know of that. */
    isToNotice: isEarlier && noticedAt === null,
  };
}

/**
 * One API key of the actor, and the scopes that it can keep.
 * @throws AppError `login-required`, `guest-not-allowed`, `api-key-gone`.
 */
export async function getOwnApiKey(ctx: Ctx, id: string) {
  const key = (await listOwnApiKeys(ctx)).find((listed) => listed.id === id);
  if (!key) throw new AppError('api-key-gone');
  return { ...key, keepable: listKeepableScopes(key) };
}

/** A key from before there were scopes can only become what it becomes by itself, or less. */
function listKeepableScopes(key: {
  scopes: readonly ApiKeyScope[];
  becomesOrdinaryAt: Date | null;
}): readonly ApiKeyScope[] {
  return key.becomesOrdinaryAt ? defaultApiKeyScopes : key.scopes;
}

interface NewApiKey {
  /** The key of the form. */
  key: string;
  name: string;
  scopes?: readonly ApiKeyScope[];
  /** After how many days it ends; null: never. */
  days?: number | null;
}

/**
 * Creates an API key of the actor's account, with scopes whose rights the actor has. Returns the key, which cannot be
 * shown again. A form that is sent again, as its answer did not arrive, replaces the key that it made before.
 * @throws AppError `login-required`, `guest-not-allowed`, `proof-required`, `api-key-scope-not-yours`, `api-key-limit`.
 */
export async function createOwnApiKey(
  ctx: Ctx,
  {
    key: formKey,
    name,
    scopes = defaultApiKeyScopes,
    days = apiKeyConstants.defaultDays,
  }: NewApiKey,
): Promise<{ key: string }> {
  const actor = requirePlayer(ctx);
  await requireFreshProof(ctx);
  const allowed = listScopesOf(actor);
  if (!scopes.every((scope) => allowed.includes(scope)))
    throw new AppError('api-key-scope-not-yours');
  const id = toApiKeyId(actor.id, formKey);
  const endsAt = days === null ? null : new Date(ctx.clock.now().getTime() + days * dayMs);
  const { key } = await insertApiKey(ctx, { id, name, scopes, endsAt }, (tx) =>
    lockOwnAccount(ctx, tx, { isProven: true }),
  );
  return { key };
}

/**
 * Takes scopes from an API key of the actor, and lets it end earlier. A key from before there were scopes loses what
 * those have not. It holds for programs that are logged in, too.
 * @throws AppError `login-required`, `guest-not-allowed`, `api-key-gone`; `bad-input` for a key that would get more.
 */
export async function narrowOwnApiKey(
  ctx: Ctx,
  id: string,
  { scopes, days }: NarrowedApiKey,
): Promise<void> {
  // An id that no key has may be any text, which the database does not accept as a value.
  await getOwnApiKey(ctx, id);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const accountId = await lockOwnAccount(ctx, tx, { isProven: false });
    const own = and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId));
    const [stored] = await tx.select(columns).from(apiKeys).where(own).for('update');
    if (!stored) throw new AppError('api-key-gone');
    const keepable = listKeepableScopes(describeKey(stored, now));
    if (!scopes.every((scope) => keepable.includes(scope)))
      throw new AppError('bad-input', { text: 'A key cannot get further scopes.' });
    const endsAt = days === null ? stored.endsAt : new Date(now.getTime() + days * dayMs);
    if (days !== null && stored.endsAt !== null && endsAt !== null && endsAt > stored.endsAt)
      throw new AppError('bad-input', { text: 'The key ends before that already.' });
    await tx.update(apiKeys).set({ scopes, endsAt, allScopesUntil: null }).where(own);
  });
}

/**
 * Records that the actor knows that earlier keys lose rights, so that pages no longer say so.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function confirmKeyChange(ctx: Ctx): Promise<void> {
  const { id } = requirePlayer(ctx);
  await ctx.db
    .update(apiKeys)
    .set({ noticedAt: ctx.clock.now() })
    .where(
      and(eq(apiKeys.accountId, id), isNotNull(apiKeys.allScopesUntil), isNull(apiKeys.noticedAt)),
    );
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
