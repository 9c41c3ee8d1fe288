import { limitToKey } from '#domain/accounts/api-clients/api-keys/key-scopes.ts';
import { readLoginId } from '#domain/accounts/api-clients/login-id-tokens/read-login-id.ts';
import type { ApiCaller } from '#domain/accounts/api-clients/sessions/api-caller.ts';
import { toUsernameKey } from '#domain/accounts/username-condition.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { createMissingRoleError } from '#domain/permissions/missing-role.ts';
import { logRefusedPermission } from '#domain/permissions/refused-permissions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { functionAccess } from '../key-access.ts';
import type { RealmFunction } from './define-function.ts';
import type { ParsedArguments } from './parse-arguments.ts';

/**
 * Finds the actor of a call: the account of the loginId, otherwise the account of the session.
 * In a session by an API key the actor has only the rights that its scopes have.
 * Arguments of the kind `actor` must be the actor's own username. They do not authenticate.
 * @throws AppError `login-required`, `admins-only`, `factor-overdue`, `not-yourself`.
 */
export async function resolveActor(
  services: Omit<Ctx, 'actor'>,
  definition: RealmFunction,
  { actors, loginId }: ParsedArguments,
  caller: ApiCaller,
): Promise<Actor | null> {
  const found = loginId === null ? caller.actor : await readLoginId(services, loginId);
  const scope = functionAccess[definition.name] ?? 'read-own';
  const actor = found && limitToKey(found, { keyScopes: caller.keyScopes, scope });
  if (definition.callers === 'anybody' && loginId === null) return actor;
  if (!actor) throw new AppError('login-required');
  if (definition.callers === 'admin' && actor.role !== 'admin')
    throw createMissingRoleError({ ...services, actor }, 'admin');
  const own = toUsernameKey(actor.username);
  if (actors.every((name) => toUsernameKey(name) === own)) return actor;
  const error = new AppError('not-yourself');
  logRefusedPermission({ ...services, actor }, error);
  throw error;
}
