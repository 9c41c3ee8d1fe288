import { requireKeyScope } from '#domain/accounts/api-clients/api-keys/key-scopes.ts';
import type { ApiCaller } from '#domain/accounts/api-clients/sessions/api-caller.ts';
import { toLoginKey } from '#domain/accounts/username-condition.ts';
import type { Actor } from '#domain/actor.ts';
import { actAs } from '#domain/age-limits/limited-reads.ts';
import type { Ctx } from '#domain/context.ts';
import { createMissingRoleError } from '#domain/permissions/missing-role.ts';
import { logRefusedPermission } from '#domain/permissions/refused-permissions.ts';
import { AppError, findFieldError, isAppError } from '#shared/errors/app-error.ts';
import { functionAccess } from '../key-access.ts';
import type { RealmFunction } from './define-function.ts';
import { executionError, functionNotFound } from './function-error.ts';
import { type ParsedArguments, parseArguments } from './parse-arguments.ts';
import { functionRegistry } from './registry.ts';
import { resolveActor } from './resolve-actor.ts';

/** A call as a client sent it. `args` is parsed JSON in which Extended JSON is not decoded yet. */
export interface FunctionCall {
  name: string;
  args: readonly unknown[];
  caller: ApiCaller;
}

/**
 * Calls a function by its name and returns plain JSON.
 * @throws ApiError `FunctionNotFound`, `InvalidParameter`, `FunctionExecutionError`.
 * @throws AppError `api-key-scope`, `api-key-session` if the API key of the caller does not allow the function; no other
 * expected error.
 */
export async function callFunction(
  services: Omit<Ctx, 'actor'>,
  { name, args, caller }: FunctionCall,
): Promise<unknown> {
  const definition = functionRegistry.get(name);
  if (!definition) throw functionNotFound(name.slice(0, 100));
  await requireFunctionAccess(services, name, caller);
  const parsed = parseCallArguments(services, definition, { args, caller });
  let actor: Actor | null = null;
  try {
    actor = await resolveActor(services, definition, parsed, caller);
    if (actor) services.accounts.presence.markSeen(actor.id);
    if (definition.expensive) await limitExpensiveCalls(services, actor);
    const ctx = actAs(services, actor);
    const queue = definition.hasLargeResult
      ? services.fairQueues.longLists
      : services.fairQueues.actions;
    const queueCaller = { actor, request: ctx.request, account: findLoginAccount(parsed) };
    const result = await queue(queueCaller, () => parsed.signature.run(ctx, parsed.values, caller));
    definition.invalidateCache?.(services);
    return result;
  } catch (error) {
    if (!isAppError(error)) throw error;
    logRefusedPermission({ ...services, actor }, error);
    return toErrorResult(definition, error);
  }
}

/** A function that is not in the table is refused to every key. */
async function requireFunctionAccess(
  services: Omit<Ctx, 'actor'>,
  name: string,
  caller: ApiCaller,
): Promise<void> {
  if (caller.keyScopes === null) return;
  const scope = functionAccess[name];
  if (scope === undefined) throw new AppError('api-key-session');
  await requireKeyScope(services, caller, { scope, use: name });
}

/** Parses the arguments. A player who calls an admin function gets `admins-only` before argument errors. */
function parseCallArguments(
  services: Omit<Ctx, 'actor'>,
  definition: RealmFunction,
  { args, caller: { actor } }: Pick<FunctionCall, 'args' | 'caller'>,
) {
  try {
    return parseArguments(definition, args);
  } catch (error) {
    if (definition.callers !== 'admin' || !actor || actor.role === 'admin') throw error;
    throw executionError(createMissingRoleError({ ...services, actor }, 'admin').message);
  }
}

/** The account that a call logs in to or registers: the username in an argument that also has a password. */
function findLoginAccount({ signature, values }: ParsedArguments): string | undefined {
  for (const { name, fields = [] } of signature.arguments) {
    if (!fields.some((field) => field.name === 'password')) continue;
    const { username } = values[name] as { username?: unknown };
    if (typeof username === 'string') return toLoginKey(username);
  }
  return undefined;
}

/** Counts an expensive call by account if there is an actor: a whole school may share one IP address. */
function limitExpensiveCalls(
  { rateLimiter, request }: Omit<Ctx, 'actor'>,
  actor: Actor | null,
): Promise<void> {
  return actor
    ? rateLimiter.take('heavy-function-by-account', actor.id)
    : rateLimiter.take('heavy-function-by-address', request.address);
}

/** The result for an expected error. @throws ApiError `FunctionExecutionError` if the function's style is 'throws'. */
function toErrorResult({ errorStyle }: RealmFunction, error: AppError): unknown {
  const { retryAfterMs } = error.details;
  const text = findFieldError(error)?.text ?? error.message;
  if (errorStyle === 'throws') throw executionError(text, retryAfterMs);
  return {
    ...(errorStyle === 'success or error' && { success: false }),
    error: text,
    ...(retryAfterMs !== undefined && { retryAfterMs: Math.ceil(retryAfterMs) }),
  };
}
