import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { isModerator } from '#domain/permissions/require-moderator.ts';
import {
  type ApiKeyScope,
  apiKeyScopes,
  isHighApiKeyScope,
} from '#shared/constants/accounts/api-key-scopes.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Right } from '#shared/rules/rights.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';
import { logKeyUse } from './log-api-keys.ts';

interface StoredScopes {
  scopes: readonly string[];
  allScopesUntil: Date | null;
}

/** The scopes that an API key has now: all of them for a key from before there were scopes, until its end. */
export function findKeyScopes(
  { scopes, allScopesUntil }: StoredScopes,
  now: Date,
): readonly ApiKeyScope[] {
  if (allScopesUntil !== null && allScopesUntil > now) return apiKeyScopes;
  return apiKeyScopes.filter((scope) => scopes.includes(scope));
}

/** The scopes that the actor can give a key: those whose rights it has. */
export function listScopesOf(actor: Pick<Actor, 'role' | 'rights'>): ApiKeyScope[] {
  const has: Record<ApiKeyScope, boolean> = {
    'read-own': true,
    'write-own': true,
    moderate: isModerator(actor),
    catalog: isCatalogEditor(actor),
    economy: actor.role === 'admin',
  };
  return apiKeyScopes.filter((scope) => has[scope]);
}

/**
 * Checks that the caller's API key has a scope. A session without a key, which began with a password, needs none. The
 * use of a scope that needs a right is logged. `use` says what for, such as the name of a function.
 * @throws AppError `api-key-scope`, with the name of the scope.
 */
export async function requireKeyScope(
  ctx: Pick<Ctx, 'db' | 'clock' | 'request' | 'accounts'>,
  { keyScopes, apiKeyId, accountId }: Pick<ApiCaller, 'keyScopes' | 'apiKeyId' | 'accountId'>,
  { scope, use }: { scope: ApiKeyScope; use: string },
): Promise<void> {
  if (keyScopes === null) return;
  if (!keyScopes.includes(scope))
    throw new AppError('api-key-scope', {
      text: `This needs an API key with the scope '${scope}'.`,
    });
  if (!isHighApiKeyScope(scope) || apiKeyId === null || accountId === null) return;
  await logKeyUse(ctx, { keyId: apiKeyId, accountId, scope, use });
}

/** The scope without which a key has not a right of its owner; null: no key has it. */
const scopeOfRight: Readonly<Record<Right, ApiKeyScope | null>> = {
  'edit-catalog': 'catalog',
  moderate: 'moderate',
  'see-economy': 'economy',
  'manage-groups': null,
  invite: null,
};

/**
 * The rights that an actor has in a call by an API key: those of its roles that the scopes of the key have. Only a call
 * that needs the scope `economy` has the rights of an admin. Without a key the actor stays as it is.
 */
export function limitToKey(
  actor: Actor,
  { keyScopes, scope }: { keyScopes: ApiCaller['keyScopes']; scope: ApiKeyScope },
): Actor {
  if (keyScopes === null) return actor;
  const furtherRoles =
    keyScopes.includes('catalog') && isCatalogEditor(actor) ? [catalogEditor] : [];
  const rights = actor.rights.filter((right) => {
    const needed = scopeOfRight[right];
    return needed !== null && keyScopes.includes(needed);
  });
  if (!isModerator(actor) || scope === 'economy') return { ...actor, furtherRoles, rights };
  const role = keyScopes.includes('moderate') ? 'moderator' : 'player';
  // `heldRole` too: errors must not ask for a second factor where the key lacks a scope.
  return { ...actor, role, heldRole: role, furtherRoles, rights };
}
