import type { ApiCaller } from '#domain/accounts/api-clients/api-caller.ts';
import type { Actor } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import type { FunctionRow } from './define-function.ts';
import { executionError, functionNotFound } from './function-error.ts';
import { readArguments } from './read-arguments.ts';
import { functions } from './registry.ts';
import { resolveActor } from './resolve-actor.ts';

/** A call as the wire has it; `args` are Extended JSON as `JSON.parse` made it. */
export interface FunctionCall {
  name: string;
  args: readonly unknown[];
  caller: ApiCaller;
}

/**
 * Calls a function by its name and answers plain JSON. What a client sends never fails otherwise than
 * by a FunctionFault.
 * @throws FunctionFault `FunctionNotFound`, `InvalidParameter`, `FunctionExecutionError`.
 */
export async function callFunction(
  parts: Omit<Ctx, 'actor'>,
  { name, args, caller }: FunctionCall,
): Promise<unknown> {
  const row = functions.get(name);
  if (!row) throw functionNotFound(name.slice(0, 100));
  const read = readFor(row, args, caller);
  try {
    const actor = await resolveActor(parts, row, read, caller);
    if (actor) parts.presence.mark(actor.id);
    if (row.heavy) await takeHeavy(parts, actor);
    const ctx = { ...parts, actor };
    const queue = row.tellsList ? parts.fairQueues.list : parts.fairQueues.act;
    const asker = { actor, request: ctx.request, account: accountIn(read.values) };
    const answer = await queue(asker, () => read.form.run(ctx, read.values, caller));
    row.forgets?.(parts);
    return answer;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return refused(row, error);
  }
}

/** Arguments as the function takes them; a player who calls what is for admins hears that first. */
function readFor(row: FunctionRow, args: readonly unknown[], { actor }: ApiCaller) {
  try {
    return readArguments(row, args);
  } catch (error) {
    if (row.callers !== 'admin' || !actor || actor.role === 'admin') throw error;
    throw executionError(new AppError('admins-only').message);
  }
}

/** The account that the arguments give a password for. */
function accountIn(values: unknown): string | undefined {
  if (typeof values !== 'object' || values === null || !('password' in values)) return undefined;
  return 'username' in values && typeof values.username === 'string'
    ? values.username.toLowerCase()
    : undefined;
}

/** Counts a whole list by account where it is known, as a whole school may be behind an address. */
function takeHeavy(
  { rateLimiter, request }: Omit<Ctx, 'actor'>,
  actor: Actor | null,
): Promise<void> {
  return actor
    ? rateLimiter.take('heavy-function-by-account', actor.id)
    : rateLimiter.take('heavy-function-by-address', request.address);
}

/** A no, as the function tells it. @throws FunctionFault where it throws. */
function refused({ tellsNo }: FunctionRow, refusal: AppError): unknown {
  const { fields = {}, retryAfterMs } = refusal.details;
  const [inField] = Object.values(fields);
  const text = refusal.code === 'bad-input' && inField ? inField : refusal.message;
  if (tellsNo === 'throws') throw executionError(text, retryAfterMs);
  return {
    ...(tellsNo === 'success or error' && { success: false }),
    error: text,
    ...(retryAfterMs !== undefined && { retryAfterMs: Math.ceil(retryAfterMs) }),
  };
}
