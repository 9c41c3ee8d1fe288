import type { AppCaller } from '#domain/accounts/app/app-caller.ts';
import { readLoginId } from '#domain/accounts/app/read-login-id.ts';
import { usernameKey } from '#domain/accounts/by-username.ts';
import type { Actor, Ctx } from '#domain/context.ts';
import { Refusal } from '#shared/refusals.ts';
import type { FunctionRow } from './define.ts';
import type { ReadArguments } from './read-arguments.ts';

/**
 * Who acts: whoever the loginId stands for, else the player bound to the session of the token. Arguments
 * that name who acts prove nothing, and are refused when they name somebody else.
 * @throws Refusal `login-required`, `admins-only`, `not-yourself`.
 */
export async function identify(
  parts: Pick<Ctx, 'db' | 'clock'>,
  row: FunctionRow,
  { actors, loginId }: ReadArguments,
  caller: AppCaller,
): Promise<Actor | null> {
  const actor = loginId === null ? caller.actor : await readLoginId(parts, loginId);
  if (row.callers === 'anybody' && loginId === null) return actor;
  if (!actor) throw new Refusal('login-required');
  if (row.callers === 'admin' && actor.role !== 'admin') throw new Refusal('admins-only');
  const own = usernameKey(actor.username);
  if (actors.some((name) => usernameKey(name) !== own)) throw new Refusal('not-yourself');
  return actor;
}
