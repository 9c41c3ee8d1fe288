import type { ApiCaller } from '#domain/accounts/api-clients/api-caller.ts';
import { readLoginId } from '#domain/accounts/api-clients/read-login-id.ts';
import { usernameKey } from '#domain/accounts/by-username.ts';
import type { Actor } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { FunctionRow } from './define-function.ts';
import type { ReadArguments } from './read-arguments.ts';

/**
 * Who acts: whoever the loginId stands for, else the player bound to the session of the token. Arguments
 * that name who acts prove nothing, and are refused when they name somebody else.
 * @throws Refusal `login-required`, `admins-only`, `not-yourself`.
 */
export async function resolveActor(
  parts: Pick<Ctx, 'db' | 'clock'>,
  row: FunctionRow,
  { actors, loginId }: ReadArguments,
  caller: ApiCaller,
): Promise<Actor | null> {
  const actor = loginId === null ? caller.actor : await readLoginId(parts, loginId);
  if (row.callers === 'anybody' && loginId === null) return actor;
  if (!actor) throw new AppError('login-required');
  if (row.callers === 'admin' && actor.role !== 'admin') throw new AppError('admins-only');
  const own = usernameKey(actor.username);
  if (actors.some((name) => usernameKey(name) !== own)) throw new AppError('not-yourself');
  return actor;
}
